// Adding a passkey: the password is asked for, the device makes a key and signs the challenge, and the public half is stored.
import type * as z from 'zod/mini';
import { MOST_PASSKEYS, type Registration } from '#contract/passkey.ts';
import { asPerson, internalActor } from '#server/pipeline/actor.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { challengeIn, checkRegistration, creationOptions } from '#server/ports/webauthn.ts';
import type { Services } from '#server/services.ts';
import { mailPasskey } from '#server/entities/account/mails.ts';
import { nameOf } from '#server/entities/reference.ts';
import { keepChallenge, useChallenge } from './challenge-repository.ts';
import { parseJson } from '#server/query/columns.ts';
import { verifyCurrentPassword } from '#server/entities/account/reauthenticate.ts';

const late = () => new ApiError('E_PASSKEY', 'This request has expired. Add the passkey again.');
const unfit = () => new ApiError('E_PASSKEY', 'The passkey could not be verified. Add it again.');
const known = () => new ApiError('E_EXISTS', 'This passkey is already in use.');
const enough = () => new ApiError('E_TOO_MANY', `You have ${MOST_PASSKEYS} passkeys. Remove one first.`);

/** Those that a user has. @throws ApiError E_TOO_MANY where there is no room for another */
async function heldWithRoom(unit: Unit, user: string): Promise<{ credentialId: string; transports: string[] }[]> {
  const rows = await unit
    .asInternal()
    .select('passkey')
    .select(['credentialId', 'transports'])
    .where('user', '=', user)
    .execute();
  if (rows.length >= MOST_PASSKEYS) throw enough();
  return rows.map(({ credentialId, transports }) => ({
    credentialId,
    transports: parseJson(transports),
  }));
}

async function begin(context: Context, services: Services, password: string) {
  const person = asPerson(context.actor);
  const origin = services.originOf(context.request);
  const user = await context.read((unit) => unit.need('user', person.id), internalActor);
  await verifyCurrentPassword(services, person, user, password);
  const held = await context.read((unit) => heldWithRoom(unit, person.id), internalActor);
  const whose = { handle: person.id, email: user.email, name: nameOf(user) };
  const options = creationOptions(origin, whose, held);
  await context.write((unit) => keepChallenge(unit, options.challenge, person.id, origin), internalActor);
  return options;
}

async function create(context: Context, services: Services, name: string, response: z.output<typeof Registration>) {
  const { id: user } = asPerson(context.actor);
  const challenge = challengeIn(response);
  const origin = await context.write((unit) => useChallenge(unit, challenge, user), internalActor);
  if (origin === null || challenge === null) throw late();
  const made = await checkRegistration(origin, challenge, response);
  if ('fault' in made) {
    services.log.info('a passkey could not be added', made);
    throw unfit();
  }
  const { transports } = response.response;
  return context.write(async (unit) => {
    // Two that are added at once are counted one after the other.
    await unit.lock('user', [user]);
    await heldWithRoom(unit, user);
    const row = await unit.insertOnce('passkey', { ...made.fits, user, name, transports, lastUsedAt: null });
    if (!row) throw known();
    await mailPasskey(unit, services, await unit.need('user', user), name, true);
    return unit.record('passkey', row);
  }, internalActor);
}

export const makeAddPasskey = (services: Services): Pick<Handlers['passkey'], 'begin' | 'create'> => ({
  begin: (context, { currentPassword }) => begin(context, services, currentPassword),
  create: (context, { name, response }) => create(context, services, name, response),
});
