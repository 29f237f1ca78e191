// The person's own password, asked for again before what would outlast the session: an unlocked phone is not its owner.
import type { Person } from '#server/pipeline/actor.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import type { Services } from '#server/services.ts';
import { isPassword } from './password.ts';
import type { RowOf } from '#server/db/engine.ts';

const wrong = () =>
  new ApiError('E_BAD_LOGIN', 'currentPassword: does not match', { details: ['currentPassword: does not match'] });

/** One count for all that asks for it: nobody guesses here and then goes on guessing there. */
const counts = new WeakMap<Services, RateLimiter>();

function attemptsOf(services: Services): RateLimiter {
  // By session: whoever found an unlocked phone can slow down that phone, not its owner elsewhere.
  const attempts =
    counts.get(services) ?? new RateLimiter(services, { name: 'own-password.session', points: 8, seconds: 900 });
  counts.set(services, attempts);
  return attempts;
}

/** @throws ApiError E_BAD_LOGIN | E_RATE where it is not that person's password. */
export async function verifyCurrentPassword(
  services: Services,
  person: Person,
  user: RowOf<'user'>,
  password: string,
): Promise<void> {
  const attempts = attemptsOf(services);
  await attempts.consume(person.sessionId);
  if (!(await isPassword(user.passwordHash, password))) throw wrong();
  await attempts.reset(person.sessionId);
}
