// Where single sign-on is played: a world, a provider that really is one, and what browsers do between them.
import { expect } from 'vitest';
import { openIdClient } from '#server/ports/openid-client.ts';
import type { SignOn } from '#server/services.ts';
import { anyTables } from '#server/db/engine.ts';
import { CLIENT, startIdentityProvider, type Account, type IdentityProvider } from './oidc.ts';
import { Browser, makeWorld, type Answer, type Engine, type World } from './world.ts';
import { allTables } from '#tests/all-tables.ts';

export interface Stage {
  world: World;
  idp: IdentityProvider;
  /** The options of the server: a test may change them. */
  signOn: SignOn;
  /** The provider answers from now on, to this world's server. */
  open(): void;
  /** A browser that the server has seen, with nobody signed in. */
  browser(): Promise<Browser>;
  /** Begins single sign-on; answers where the browser is sent. */
  begin(by: Browser, from?: string): Promise<string>;
  /** Comes back with what the provider sent along. */
  finish(by: Browser, back: object): Promise<Answer>;
  /** All of it, as that account of the provider; null for one that refuses. */
  through(account: Account | null, by?: Browser): Promise<Answer>;
  /** The id of who is signed in, null for nobody. */
  whoIs(by: Browser): Promise<string | null>;
  rows(noun: string): Promise<Record<string, any>[]>;
  close(): Promise<void>;
}

/** Somebody as the provider knows her, with a verified address of the same name. */
export const person = (name: string, more: Partial<Account> = {}): Account => ({
  sub: `${name}-1`,
  email: `${name}@example.com`,
  email_verified: true,
  ...more,
});

/** The provider is there, but does not answer before `open`. */
export async function makeStage(engine: Engine): Promise<Stage> {
  const idp = await startIdentityProvider();
  const provider = openIdClient({ issuer: idp.issuer, ...CLIENT, name: 'Example ID', waitMs: 20_000 });
  const signOn = { provider, createUsers: false };
  const world = await makeWorld(engine, { signOn });
  const stage: Stage = {
    world,
    idp,
    signOn,
    open: () => idp.open([`${world.origin}/auth/oauthCallback`]),
    async browser() {
      const made = new Browser(world.origin);
      await made.ask('GET', '/api/auth/check-user');
      return made;
    },
    async begin(by, from) {
      const { status, body } = await by.ask('POST', '/api/auth/oauth', from === undefined ? {} : { from });
      expect([status, body]).toEqual([200, { url: expect.any(String) }]);
      return body.url as string;
    },
    finish: (by, back) => by.ask('POST', '/api/auth/oauth-login', back),
    async through(account, by) {
      const who = by ?? (await stage.browser());
      idp.account = account;
      return stage.finish(who, await idp.walk(await stage.begin(who)));
    },
    whoIs: async (by) => (await by.ask('GET', '/api/auth/check-user')).body.user?.id ?? null,
    rows: (noun) =>
      world.server.jobContext.read((unit) => anyTables(allTables(unit)).selectFrom(noun).selectAll().execute()),
    async close() {
      await world.close();
      await idp.close();
    },
  };
  return stage;
}
