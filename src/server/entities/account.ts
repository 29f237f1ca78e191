// One's own account: what it shows of the signed-in person, and changing it.
import { verify } from '@node-rs/argon2';
import type { Context } from '#server/kernel/dispatch.ts';
import { Refusal, forbidden } from '#server/kernel/refusal.ts';
import type { Row } from '#server/kernel/store.ts';
import { house } from '#server/kernel/actor.ts';
import { hashed } from './people.ts';

const wrong = () =>
  new Refusal('E_BAD_LOGIN', 'currentPassword: does not match', { details: ['currentPassword: does not match'] });

/** A new email or password needs the present password; a new password ends the other sessions. */
export async function editAccount(context: Context, { password, currentPassword, ...values }: Row): Promise<Row> {
  const { actor } = context;
  if (actor?.kind !== 'person') throw forbidden();
  const before = await context.read((unit) => unit.need('user', actor.id), house);
  const changesEmail = values['email'] !== undefined && values['email'] !== before['email'];
  if (password !== undefined || changesEmail) {
    const fits =
      before['passwordHash'] && (await verify(String(before['passwordHash']), String(currentPassword ?? '')));
    if (!fits) throw wrong();
  }
  const set = password === undefined ? values : { ...values, passwordHash: await hashed(String(password)) };
  return context.write(async (unit) => {
    const row = await unit.update('user', actor.id, set);
    if (password !== undefined)
      await unit.db.deleteFrom('session').where('user', '=', actor.id).where('id', '!=', actor.sessionId).execute();
    return unit.record('user', row);
  }, house);
}
