// The keys of clients.
import { may } from '#contract/permissions.ts';
import { asPerson } from '#server/pipeline/actor.ts';
import type { Context } from '#server/pipeline/dispatch.ts';
import { forbidden } from '#server/pipeline/errors.ts';
import { CLIENT_KEY, hash, randomToken, seal, unseal } from '#server/auth/crypto.ts';
import { nullable, text } from '#server/query/columns.ts';
import type { Services } from '#server/services.ts';

/** The columns of a noun whose client has a key: the sealed key, its hash, and the client that claimed it. */
export const clientKeyColumns = { clientKey: text(), clientKeyHash: text(), instanceHash: nullable(text()) };

/** Returns the key of a client, and notes in the activity that it was read. */
export const readKey = (context: Context, services: Services, noun: string, id: string) =>
  context.write(async (unit) => {
    const row = await unit.need(noun, id, 'readKey');
    unit.audit(noun, row, 'readKey');
    return { key: unseal(services.secrets.seal, String(row.clientKey)) };
  });

/** A key with a checksum-free, readable alphabet: 160 bits. */
export function newClientKey(secret: string): {
  clientKey: string;
  clientKeyHash: string;
  instanceHash: null;
  keyConnected: boolean;
} {
  const key = `${CLIENT_KEY}${randomToken(20)}`;
  return { clientKey: seal(secret, key), clientKeyHash: hash(key), instanceHash: null, keyConnected: false };
}

/** Replaces the key of a client and returns the new one. Its sockets close, and its upload links end, see `isCurrentUpload`. */
export const rotateKey = (context: Context, services: Services, noun: 'organization' | 'system', id: string) =>
  context.write(async (unit) => {
    const row = await unit.need(noun, id, 'update');
    const { rights } = asPerson(context.actor);
    if (!may(rights, `${noun}.readKey`)) throw forbidden(`You need \`${noun}.readKey\` to get the new key.`);
    const { clientKey, ...values } = newClientKey(services.secrets.seal);
    await unit.updateRow(noun, row, { clientKey, ...values });
    return { key: unseal(services.secrets.seal, clientKey) };
  });
