// Samples of passkeys: each is signed by a software authenticator over a challenge of its own.
import { Passkey, type CreationOptions, type RequestOptions } from './authenticator.ts';
import { PASSWORD } from './cast.ts';
import type { Person, World } from './world.ts';

/** The options of a device that makes a passkey for that person. */
export async function beginPasskey(by: Person): Promise<CreationOptions> {
  const { status, body } = await by.ask('POST', '/passkey/begin', { currentPassword: PASSWORD });
  if (status !== 200) throw new Error(`no passkey could be begun: ${JSON.stringify(body)}`);
  return body;
}

/** A new passkey of that person, and the id of its record. */
export async function addPasskey(by: Person, passkey: Passkey, name: string): Promise<string> {
  const response = passkey.register(await beginPasskey(by));
  const { status, body } = await by.ask('POST', '/passkey', { name, response });
  if (status !== 200) throw new Error(`no passkey could be added: ${JSON.stringify(body)}`);
  return body.id;
}

const fresh = (world: World, tag: string) => addPasskey(world.alice, new Passkey(world.origin), `Passkey ${tag}`);

export const passkeySamples = {
  list: () => ({}),
  begin: () => ({ currentPassword: PASSWORD }),
  create: async (world: World, tag: string) => ({
    name: `Passkey ${tag}`,
    response: new Passkey(world.origin).register(await beginPasskey(world.alice)),
  }),
  update: async (world: World, tag: string) => ({ id: await fresh(world, tag), name: `Renamed ${tag}` }),
  destroy: async (world: World, tag: string) => ({ id: await fresh(world, tag) }),
  beginSignIn: () => ({}),
  signIn: async (world: World, tag: string) => {
    const passkey = new Passkey(world.origin);
    await addPasskey(world.alice, passkey, `Passkey ${tag}`);
    const { body } = await world.alice.ask('POST', '/passkey/begin-sign-in', {});
    return { response: passkey.assert(body as RequestOptions) };
  },
};
