// What deliveries say: alarms by their facts of now, and many new ones at once as one.
import {
  alarmNotification,
  burstNotification,
  testNotification,
  type AlarmFacts,
  type AlarmStage,
  type NotificationWords,
} from '#contract/notification.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

const BURST = 4;

/** One message. */
export interface Spoken {
  words: NotificationWords;
  /** The deliveries that it stands for. */
  rows: Row[];
}

/** The messages that deliveries to one person come to; what need not be told any more is left out. */
export async function wordsFor(unit: Unit, waitedMinutes: number, user: Row, rows: Row[]): Promise<Spoken[]> {
  const options = { hideNames: user['hideNames'] === true };
  const fresh: { row: Row; facts: AlarmFacts }[] = [];
  const spoken: Spoken[] = [];
  for (const row of rows) {
    if (row['stage'] === 'test') {
      spoken.push({ words: testNotification(), rows: [row] });
      continue;
    }
    const facts = await factsOf(unit, row, waitedMinutes);
    if (!facts) continue;
    if (row['stage'] === 'new') fresh.push({ row, facts });
    else spoken.push({ words: alarmNotification(facts, row['stage'] as AlarmStage, options), rows: [row] });
  }
  if (fresh.length < BURST)
    return [
      ...spoken,
      ...fresh.map(({ row, facts }) => ({ words: alarmNotification(facts, 'new', options), rows: [row] })),
    ];
  const all = fresh.map(({ facts }) => facts);
  return [...spoken, { words: burstNotification(all, options), rows: fresh.map(({ row }) => row) }];
}

/** Null where telling would be wrong by now: taken or resolved in the meantime. */
async function factsOf(unit: Unit, row: Row, waitedMinutes: number): Promise<AlarmFacts | null> {
  const alarm = await unit.find('alarm', String(row['alarm']));
  if (!alarm || (row['stage'] !== 'resolved' && (alarm['resolvedAt'] || alarm['acknowledgedAt']))) return null;
  const record = await unit.record('alarm', alarm);
  const system = await unit.find('system', String(alarm['system']));
  const organization = record['organization'] as { id: string; name: string; timeZone: string };
  return {
    alarmId: String(alarm['id']),
    kind: alarm['kind'],
    systemId: String(alarm['system']),
    systemName: String((record['system'] as Row)['name']),
    organizationId: organization.id,
    organizationName: organization.name,
    timeZone: organization.timeZone,
    since: String(alarm['since']),
    reason: alarm['reason'] as string | null,
    lastBackup: (system?.['lastBackup'] as string | null | undefined) ?? null,
    dueAt: alarm['dueAt'] as string | null,
    addedAt: String(alarm['addedAt']),
    now: unit.now,
    waitedMinutes,
    ...(system?.['lastBackupSize'] === null || system === undefined
      ? {}
      : { sizeBytes: Number(system['lastBackupSize']) }),
  };
}
