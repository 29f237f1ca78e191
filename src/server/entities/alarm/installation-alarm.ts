// Alarms of Backwatch itself, without a system: its store of backups is gone, or the copy of its database failed.
import type { AlarmKind } from '#contract/alarm-kind.ts';
import type { Cause } from '#contract/cause.ts';
import { shifted } from '#contract/time/calendar.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { resolveOpen, open } from './lifecycle.ts';

/** `storageTrouble`: the store of backups. `failed`: the nightly copy of the database. */
type OwnAlarmKind = Extract<AlarmKind, 'storageTrouble' | 'failed'>;

/** An alarm that a person resolved is not raised again sooner, though its cause lasts. */
const QUIET_MS = 24 * 3_600_000;

/**
 * Raises the one alarm of this kind, or resolves it where `cause` is null. Users with `allOrganizations` are notified.
 */
export async function setOwn(unit: Unit, services: Services, kind: OwnAlarmKind, cause: Cause | null): Promise<void> {
  const openKey = `backwatch:${kind}`;
  if (cause === null) return resolveOpen(unit, services, openKey);
  if (await isQuiet(unit, kind)) return;
  const about = { system: null, organization: null, reason: null, lastBackup: null, dueAt: null };
  await open(unit, services, { ...about, kind, cause, openKey, since: unit.now, addedAt: unit.now });
}

/** True for a day after a person resolved an alarm of this kind. */
export async function isQuiet(unit: Unit, kind: OwnAlarmKind): Promise<boolean> {
  const ended = await unit
    .asInternal()
    .select('alarm')
    .select('id')
    .where('system', 'is', null)
    .where('kind', '=', kind)
    .where('resolvedBy', 'is not', null)
    .where('resolvedAt', '>', shifted(unit.now, -QUIET_MS))
    .limit(1)
    .executeTakeFirst();
  return ended !== undefined;
}
