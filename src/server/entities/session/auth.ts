// The session: who am I, in, out, the first administrator.
import type { ParsedOf } from '#contract/define.ts';
import type { auth } from '#contract/session.ts';
import { internalActor, type Person } from '#server/pipeline/actor.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { readKnownBrowser } from '#server/auth/known-browser.ts';
import { attributeTo } from '#server/pipeline/audit-source.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import { safeEqual } from '#server/auth/crypto.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { linkHandlers } from '#server/entities/account/links.ts';
import { makeNoteFailure } from './failed-sign-ins.ts';
import { nameOf } from '#server/entities/reference.ts';
import { endOf } from './session-repository.ts';
import { firstGroups, firstRecords } from '#server/entities/default-records.ts';
import { hashed, isPassword } from '#server/entities/account/password.ts';
import { signIn, signOut, type SignOnProof } from './sign-in.ts';
import { makeSignInLimits } from './sign-in-limits.ts';
import { signOnHandlers } from './single-sign-on.ts';
import { userDefaults } from '#server/entities/user/defaults.ts';
import type { RowOf } from '#server/db/engine.ts';

const bad = () => new ApiError('E_BAD_LOGIN', 'Email and password do not match.');

/** The description of the signed-in person. */
async function me(unit: Unit, services: Services, actor: Person) {
  const record = await unit.record('user', await unit.need('user', actor.id));
  const { orgIds } = actor.rights;
  const permissions = Object.fromEntries(
    Object.entries(actor.rights.permissions).map(([model, held]) => [model, [...held]]),
  );
  const groupIds = (record.groups ?? []).map(({ id }) => id);
  const { secrets, lapseAfterHours } = services;
  return { ...record, permissions, orgIds: [...orgIds], groupIds, pushKey: secrets.vapidPublic, lapseAfterHours };
}

/**
 * Signs a user in; returns the description of the person. `signOn` is the state of single sign-on, if the sign-in came
 * by that.
 */
export const enter = (
  context: Context,
  services: Services,
  id: string,
  { signOn = null, also }: { signOn?: SignOnProof | null; also?: (unit: Unit) => Promise<void> } = {},
) =>
  signIn(
    context,
    services,
    id,
    async (unit, person) => {
      await also?.(unit);
      return { user: await me(unit, services, person) };
    },
    signOn,
  );

function makeLogin(services: Services) {
  const limits = makeSignInLimits(services);
  const noteFailure = makeNoteFailure(services);
  return async (context: Context, input: ParsedOf<typeof auth.calls.login>) => {
    const { request } = context;
    const email = input.email.trim().toLowerCase();
    const user = await context.read(
      (unit) =>
        unit
          .asInternal()
          .select('user')
          .select(['id', 'passwordHash', 'active'])
          .where('email', '=', email)
          .where('invitation', '=', 0)
          .executeTakeFirst(),
      internalActor,
    );
    const browser = readKnownBrowser(services.secrets.sign, request.knownBrowser);
    const known = user && browser?.users.includes(user.id) ? browser : null;
    await limits.consume({ email, request, known });
    const fits = await isPassword(user?.passwordHash ?? null, input.password);
    if (!user || !fits || user.active !== 1) {
      if (user) noteFailure(context, user.id);
      throw bad();
    }
    await limits.refund({ email, request, known });
    return enter(context, services, user.id, { also: (unit) => assertSame(unit, user) });
  };
}

/** In the unit that begins the session: while the password was looked at, it may have got another one, or the account an end. */
async function assertSame(unit: Unit, { id, passwordHash }: Pick<RowOf<'user'>, 'id' | 'passwordHash'>): Promise<void> {
  const user = await unit.find('user', id);
  if (!user?.active || user.passwordHash !== passwordHash) throw bad();
}

/** Makes the first administrator; from then on set-up is over. */
export async function makeAdministrator(
  unit: Unit,
  values: { email: string; passwordHash: string; firstName: string; lastName: string },
): Promise<string> {
  const taken = await unit.asInternal().select('user').select('id').limit(1).executeTakeFirst();
  if (taken) throw new ApiError('E_SET_UP_DONE', 'An administrator already exists. Sign in instead.');
  const groups = await firstGroups(unit);
  const user = await unit.insert('user', {
    ...userDefaults,
    ...values,
    // The person who sets the server up vouches for the address: alarms go to it from the first minute.
    emailConfirmedAt: unit.now,
    allOrganizations: true,
  });
  await unit.insert('usergroup', { user: user.id, group: groups.Administrators });
  return user.id;
}

async function setUp(context: Context, services: Services, input: ParsedOf<typeof auth.calls.setUp>) {
  const expected = services.setUpToken();
  if (expected === null) throw new ApiError('E_SET_UP_DONE', 'An administrator already exists. Sign in instead.');
  if (!safeEqual(input.token, expected))
    throw new ApiError(
      'E_TOKEN',
      'This set-up link is not valid. Use the link that the server printed at its last start.',
    );
  const passwordHash = await hashed(input.password);
  const { email, firstName, lastName } = input;
  const first = { email, passwordHash, firstName, lastName };
  const id = await context.write(async (unit) => {
    const made = await makeAdministrator(unit, first);
    await firstRecords(unit);
    attributeTo(unit, { id: made, name: nameOf(first) });
    return made;
  }, internalActor);
  return enter(context, services, id);
}

export const authHandlers = (services: Services): Handlers['auth'] => ({
  checkUser: (context) =>
    context.read(async (unit) => {
      const { actor } = context;
      const user = actor?.kind === 'person' ? await me(unit, services, actor) : null;
      // Asked at each start of the app: the cookie is renewed as the session is.
      if (user) context.answer.renewed = true;
      const { sessionId } = context.request;
      const ended = user === null && sessionId ? await endOf(unit, sessionId) : null;
      const { stamp, signOn } = services;
      const secureUrl = services.origin().startsWith('https:') ? services.origin() : null;
      const signOnName = signOn?.provider.name ?? null;
      return { user, ended, setUp: services.setUpToken() !== null, version: stamp, signOn: signOnName, secureUrl };
    }, internalActor),
  login: makeLogin(services),
  logout: async (context) => {
    await context.write((unit) => signOut(unit, context), internalActor);
    return { ok: true as const };
  },
  setUp: (context, input) => setUp(context, services, input),
  ...linkHandlers(services),
  ...signOnHandlers(services, (context, user, signOn) => enter(context, services, user, { signOn })),
});

export const appHandlers = (services: Services): Handlers['app'] => ({
  subscribe: async ({ request }) => {
    if (!request.socketId || !(await services.enroll(request.socketId)))
      throw new ApiError('E_SOCKET_REQUIRED', 'This call is only available over a socket.');
    return 'OK';
  },
  unsubscribe: ({ request }) => {
    if (request.socketId) services.leave(request.socketId);
    return Promise.resolve('OK');
  },
});
