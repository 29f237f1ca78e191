// The lines that clients send: the last ones and those of the last backup run, kept with the system that they are about and
// with the organization whose client it was.
import type { Context } from '#server/kernel/dispatch.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

const MOST = 20_000;

/** Of a report: `runId` is left out by who does not tell its runs apart. */
export interface Said {
  event: 'start' | 'success' | 'failed' | 'log';
  text: string;
  runId?: string | undefined;
}

/** Whether it is said of the run whose lines are kept. */
const goesOn = (system: Row, { event, runId }: Said): boolean =>
  runId === undefined
    ? event !== 'start' && system['runningSince'] !== null && system['lastRun'] === null
    : runId === system['lastRun'];

function linesOf(system: Row, said: Said): Row {
  const last = said.text === '' ? {} : { lastLog: said.text };
  if (goesOn(system, said)) {
    const all = [system['lastBackupLog'], said.text].filter(Boolean).join('\n');
    return { ...last, lastBackupLog: all.slice(-MOST) || null };
  }
  return said.event === 'log' ? last : { ...last, lastBackupLog: said.text || null, lastRun: said.runId ?? null };
}

/** Keeps what was said of a system, and answers it as it is then. */
export async function keepLines({ actor }: Context, unit: Unit, system: Row, said: Said): Promise<Row> {
  const lines = linesOf(system, said);
  const { lastRun: _own, ...shared } = lines;
  if (said.text !== '' && actor?.kind === 'client' && actor.model === 'organization')
    await unit.update('organization', actor.id, shared);
  const isNew = Object.entries(lines).some(([key, value]) => system[key] !== value);
  return isNew ? unit.updateRow('system', system, lines) : system;
}
