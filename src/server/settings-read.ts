// The settings as the server read them at its start, for administrators: names, origins, and no secret.
import type { ReadSetting } from '#contract/server.ts';
import { SECRETS, settings } from './env.ts';
import { keySettings } from './keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const secrets: ReadonlySet<string> = new Set(SECRETS);
const keys: ReadonlySet<string> = new Set(
  keySettings({ SESSION_SECRET: '', ENCRYPTION_KEY: '', SIGNING_KEY: '', VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' }),
);

/**
 * Returns every setting with the place it was read from. A secret has no value here.
 *
 * @param environment the variables, with those of .env
 * @param fromDotenv names that only .env sets
 */
export function settingsAsRead(environment: Environment, fromDotenv: ReadonlySet<string>): ReadSetting[] {
  return Object.entries(settings).map(([name, schema]) => {
    const [given, file] = [environment[name] ?? '', environment[`${name}_FILE`] ?? ''];
    const isSecret = secrets.has(name);
    if (given === '' && isSecret && file !== '') return { name, value: null, isSecret, source: 'file' };
    if (given !== '')
      return {
        name,
        value: isSecret ? null : given,
        isSecret,
        source: fromDotenv.has(name) ? 'dotenv' : 'environment',
      };
    // The private half is a secret in keys.json; the public half says nothing that helps here either.
    if (keys.has(name)) return { name, value: null, isSecret: true, source: 'keys' };
    const { data } = schema.safeParse(undefined);
    return { name, value: textOf(data), isSecret: false, source: 'default' };
  });
}

/** A switch that is off reads 0, as it would be written; an empty list is nothing. */
function textOf(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '1' : '0';
  const text = String(value ?? '');
  return text === '' ? null : text;
}
