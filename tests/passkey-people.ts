// People with passkeys, and browsers that sign in with them.
import { anyTables } from '#server/db/engine.ts';
import { Passkey, type Wrong } from './authenticator.ts';
import { addPasskey } from './samples-passkeys.ts';
import { Browser, type Person, type World } from './world.ts';
import { allTables } from '#tests/all-tables.ts';

/** Steps of tests about passkeys in a world; read anew each time, since the world is made late. */
export function passkeysIn(world: () => World) {
  async function browser(origin = world().origin, fixed: Record<string, string> = {}): Promise<Browser> {
    const made = new Browser(origin, fixed);
    await made.ask('GET', '/api/auth/check-user');
    return made;
  }
  /** Somebody new with a passkey. */
  async function owner(name: string, options?: { counts?: boolean }) {
    const person = await world().signIn(await world().newUser(`${name}@example.com`), `${name}@example.com`);
    const passkey = new Passkey(world().origin, options);
    return { person, passkey, id: await addPasskey(person, passkey, `Phone of ${name}`) };
  }
  const begin = async (by: Browser) => (await by.ask('POST', '/api/passkey/begin-sign-in', {})).body;
  /** Signs in with a passkey, or tries to. */
  async function enter(passkey: Passkey, wrong: Wrong = {}, by?: Browser) {
    const there = by ?? (await browser());
    return there.ask('POST', '/api/passkey/sign-in', { response: passkey.assert(await begin(there), wrong) });
  }
  const list = async (person: Person) => (await person.ask('GET', '/passkey')).body;
  const rows = (noun: string) =>
    world().server.jobContext.read((unit) => anyTables(allTables(unit)).selectFrom(noun).selectAll().execute());
  return { browser, owner, begin, enter, list, rows };
}
