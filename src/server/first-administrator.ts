// The administrator that the environment names, made where nobody is there yet.
import { makeAdministrator } from './entities/session/auth.ts';
import { firstRecords } from './entities/default-records.ts';
import { hashed } from './entities/account/password.ts';
import { ApiError } from './pipeline/errors.ts';
import type { Backwatch } from './server.ts';

/** Another server that started at the same time may be first: the administrator is there all the same. */
const BEFORE = new Set(['E_SET_UP_DONE', 'E_UNIQUE']);

export async function firstAdministrator(
  { services, jobContext }: Backwatch,
  email: string,
  password: string,
): Promise<void> {
  if (services.setUpToken() === null) return;
  const passwordHash = await hashed(password);
  const first = { email: email.toLowerCase(), passwordHash, firstName: '', lastName: '' };
  try {
    await jobContext.write(async (unit) => {
      await makeAdministrator(unit, first);
      await firstRecords(unit);
    });
  } catch (error) {
    if (!(error instanceof ApiError) || !BEFORE.has(error.code)) throw error;
  }
}
