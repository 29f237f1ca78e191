// One's own passkeys: which there are, what they are called, and removing one. Adding and using them have their own files.
import { contract } from '#contract/index.ts';
import { asPerson, internalActor } from '#server/pipeline/actor.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { notFound } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { mailPasskey } from '#server/entities/account/mails.ts';
import { makeAddPasskey } from './registration.ts';
import { makePasskeySignIn } from './sign-in.ts';
import type { RowOf } from '#server/db/engine.ts';
import { bool, edited, int, json, nullable, text } from '#server/query/columns.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

const columns = {
  ...edited,
  user: text(),
  credentialId: text(),
  publicKey: text(),
  counter: int(),
  transports: json<string[]>(),
  name: text(),
  backedUp: bool(),
  lastUsedAt: nullable(text()),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    passkey: typeof columns;
  }
}

const table: DeclaredTable<'passkey'> = {
  columns,
  organization: null,
  records: (_unit, rows) => Promise.resolve([...rows]),
};

const userOf = ({ actor }: Context): string => asPerson(actor).id;

async function needOwn(unit: Unit, context: Context, id: string): Promise<RowOf<'passkey'>> {
  const row = await unit.find('passkey', id);
  if (row?.user !== userOf(context)) throw notFound();
  return row;
}

const handlers = (services: Services): Handlers['passkey'] => ({
  list: (context) =>
    context.read(async (unit) => {
      const own = unit.asInternal().select('passkey').select('id').where('user', '=', userOf(context));
      const ids = (await own.orderBy('createdAt').orderBy('id').execute()).map(({ id }) => id);
      const rows = await unit.lookup('passkey', ids);
      return ids.flatMap((id) => rows.get(id) ?? []);
    }),
  update: (context, { id, name }) =>
    context.write(async (unit) => {
      const own = await needOwn(unit, context, id);
      await context.assertUnchanged(unit, own);
      const row = await unit.updateRow('passkey', own, { name });
      return unit.record('passkey', row);
    }, internalActor),
  destroy: (context, { id }) =>
    context.write(async (unit) => {
      const { user, name } = await needOwn(unit, context, id);
      await mailPasskey(unit, services, await unit.need('user', user), name, false);
      return unit.remove('passkey', id);
    }, internalActor),
  ...makeAddPasskey(services),
  ...makePasskeySignIn(services),
});

export const passkeyEntity = defineEntity(contract.passkey, { table, handlers });
