// The account of an identity of single sign-on: found by the verified address at first, by the subject as well from
// then on.
import { Email } from '#contract/user.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Identity } from '#server/ports/openid.ts';
import type { SignOn } from '#server/services.ts';
import { accountByEmail } from '#server/entities/account/by-email.ts';
import { userDefaults } from '#server/entities/user/defaults.ts';
import type { RowOf } from '#server/db/engine.ts';
import { hasIdentity, linkIdentity } from './identity-repository.ts';

const MAX_NAME = 100;

/** How an identity may become an account. */
interface Matching extends SignOn {
  /** There is an administrator already. */
  setUp: boolean;
}

/** The id of the account of whoever the provider named. @throws ApiError where that is nobody who may sign in */
export async function accountOf(unit: Unit, matching: Matching, who: Identity): Promise<string> {
  const { name } = matching.provider;
  const email = Email.safeParse(who.email);
  if (!email.success || !who.emailVerified)
    throw new ApiError(
      'E_EMAIL_UNVERIFIED',
      `${name} has not verified your email address. Verify it there, then sign in again.`,
    );
  const user = (await accountByEmail(unit, email.data)) ?? (await newUser(unit, matching, who, email.data));
  if (!user)
    throw new ApiError(
      'E_NO_ACCOUNT',
      `${name} signed you in as ${email.data}, but no account has that address. Ask an administrator for an account.`,
    );
  if (!user.active)
    throw new ApiError('E_DISABLED', `${name} signed you in, but your account is disabled. Ask an administrator.`);
  if (!(await isLinked(unit, user.id, who)))
    throw new ApiError(
      'E_SUBJECT',
      `The account with your email address is linked to another person at ${name}. Ask an administrator.`,
    );
  // The provider saw to it that the person reads mail there.
  if (user.emailConfirmedAt === null) await unit.updateRow('user', user, { emailConfirmedAt: unit.now });
  return user.id;
}

/** An account without any right, where such are made; never the first one, which must be an administrator's. */
async function newUser(
  unit: Unit,
  matching: Matching,
  who: Identity,
  email: string,
): Promise<RowOf<'user'> | undefined> {
  if (!matching.createUsers || !matching.setUp) return undefined;
  await unit.insertOnce('user', {
    ...userDefaults,
    email,
    emailConfirmedAt: unit.now,
    firstName: who.givenName.slice(0, MAX_NAME),
    lastName: who.familyName.slice(0, MAX_NAME),
  });
  return accountByEmail(unit, email);
}

/** Whether account and subject are each other's; an account and a subject that are nobody's become so. */
async function isLinked(unit: Unit, user: string, { issuer, subject }: Identity): Promise<boolean> {
  await linkIdentity(unit, { user, issuer, subject });
  return hasIdentity(unit, { user, issuer, subject });
}
