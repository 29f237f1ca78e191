// Who looks after the installation: active people who may manage people in every organization.
import { permissionsOf } from '#server/auth/permissions.ts';
import type { UserRow } from './tables.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

export interface Administrator {
  id: string;
  language: string | null;
  /** Null where the address is not confirmed. */
  email: string | null;
  /** Their `auth` is sealed, as it is stored. */
  devices: { endpoint: string; p256dh: string; auth: string }[];
}

export async function administratorsOf({ db }: Unit): Promise<Administrator[]> {
  const people = await db
    .selectFrom('user')
    .select(['id', 'language', 'email', 'emailConfirmedAt'])
    .where('active', '=', 1)
    .where('allOrganizations', '=', 1)
    .execute();
  const found: Administrator[] = [];
  for (const person of people) {
    const { user = [] } = await permissionsOf(db, person.id);
    if (!user.includes('update')) continue;
    const devices = db.selectFrom('device').select(['endpoint', 'p256dh', 'auth']).where('user', '=', person.id);
    found.push({ ...nameless(person), devices: await devices.execute() });
  }
  return found;
}

const nameless = ({
  id,
  language,
  email,
  emailConfirmedAt,
}: Pick<UserRow, 'id' | 'language' | 'email' | 'emailConfirmedAt'>): Omit<Administrator, 'devices'> => ({
  id,
  language,
  email: emailConfirmedAt ? email : null,
});
