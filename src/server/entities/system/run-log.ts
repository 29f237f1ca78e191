// The texts that clients send: the last one and those of the last backup run, stored with their system and with the
// organization of the client.
import type { Context } from '#server/pipeline/dispatch.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { RowOf } from '#server/db/engine.ts';

const MOST = 20_000;

/** The columns of a system and of an organization with such lines: they are shown, and nobody searches or sorts by them. */
export const LOG_COLUMNS: readonly string[] = ['lastLog', 'lastBackupLog'];

/** Of a report: `runId` is left out by who does not tell its runs apart. */
export interface RunReport {
  event: 'start' | 'success' | 'failed' | 'log';
  text: string;
  runId?: string | undefined;
}

/** Returns whether a report belongs to the run whose texts are stored. */
const isSameRun = (system: RowOf<'system'>, { event, runId }: RunReport): boolean =>
  runId === undefined
    ? event !== 'start' && system.runningSince !== null && system.lastRun === null
    : runId === system.lastRun;

type Lines = Partial<Pick<RowOf<'system'>, 'lastLog' | 'lastBackupLog' | 'lastRun'>>;

/** Returns the changes that a report's text makes to its system. */
export function runLogUpdate(system: RowOf<'system'>, report: RunReport): Lines {
  const last = report.text === '' ? {} : { lastLog: report.text };
  if (isSameRun(system, report)) {
    const all = [system.lastBackupLog, report.text].filter(Boolean).join('\n');
    return { ...last, lastBackupLog: all.slice(-MOST) || null };
  }
  return report.event === 'log' ? last : { ...last, lastBackupLog: report.text || null, lastRun: report.runId ?? null };
}

/** Copies the texts to the organization of the client: without an event of its own, for it derives from its systems. */
export async function copyToOrganization(
  { actor }: Context,
  unit: Unit,
  { lastRun: _own, ...lines }: Lines,
): Promise<void> {
  if (lines.lastLog === undefined || actor?.kind !== 'client' || actor.model !== 'organization') return;
  await unit.withoutEvents.updateTable('organization').set(lines).where('id', '=', actor.id).execute();
}
