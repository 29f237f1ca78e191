// The consequences of an administrator's change of a user.
import type { RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { mailLink, mailOldAddress, passwordReset } from '#server/entities/account/mails.ts';
import { voidTokens } from '#server/entities/account/token-repository.ts';
import { releaseAlarmsOf, releaseLostAlarms } from '#server/entities/alarm/acknowledged.ts';
import { forgetIdentities } from '#server/entities/session/identity-repository.ts';
import { endSessions } from '#server/entities/session/sign-in.ts';

/**
 * Applies the consequences of an administrator's change: a deactivated user is signed out, a new address is to be
 * confirmed.
 */
export async function userChanged(
  unit: Unit,
  services: Services,
  row: RowOf<'user'>,
  before: RowOf<'user'>,
): Promise<void> {
  const { id } = row;
  if (!row.active) {
    await endSessions(unit, services, id, { reason: 'deactivated', except: null });
    await releaseAlarmsOf(unit, services, id);
  } else if (before.allOrganizations && !row.allOrganizations) {
    await releaseLostAlarms(unit, services, 'acknowledgedBy', [id]);
  }
  if (row.passwordHash !== before.passwordHash && !row.invitation) await passwordReset(unit, services, row);
  if (row.email === before.email) return;
  await voidTokens(unit, id);
  await forgetIdentities(unit, id);
  await mailLink(unit, services, row, 'confirm');
  // An address that nobody confirmed may be a stranger's, who is not to learn the new one.
  if (before.emailConfirmedAt !== null) await mailOldAddress(unit, services, before, row.email, true);
}
