// Administrators of the installation: active people who may manage people in every organization.
import { permissionsOf } from '#server/auth/permissions.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import { parseJson } from '#server/query/columns.ts';
import type { RowOf } from '#server/db/engine.ts';

export interface Administrator {
  id: string;
  language: string | null;
  /** Null where the address is not confirmed. */
  email: string | null;
  /** Their `auth` is sealed, as it is stored. */
  devices: { endpoint: string; p256dh: string; auth: string }[];
}

export async function administratorsOf(unit: Unit): Promise<Administrator[]> {
  const people = await unit
    .asInternal()
    .select('user')
    .select(['id', 'language', 'email', 'emailConfirmedAt'])
    .where('active', '=', 1)
    .where('allOrganizations', '=', 1)
    .execute();
  const found: Administrator[] = [];
  for (const person of people) {
    const { user = [] } = await permissionsOf(unit, person.id);
    if (!user.includes('update')) continue;
    const devices = unit
      .asInternal()
      .select('device')
      .select(['endpoint', 'p256dh', 'auth'])
      .where('user', '=', person.id);
    found.push({ ...nameless(person), devices: await devices.execute() });
  }
  return found;
}

const nameless = ({
  id,
  language,
  email,
  emailConfirmedAt,
}: Pick<RowOf<'user'>, 'id' | 'language' | 'email' | 'emailConfirmedAt'>): Omit<Administrator, 'devices'> => ({
  id,
  language,
  email: emailConfirmedAt ? email : null,
});

/** Without somebody who may manage people and groups in every organization, nobody could ever give a right again. */
export async function assertAdministrator(unit: Unit): Promise<void> {
  const groups = await unit.asInternal().select('group').select(['id', 'permissions']).execute();
  const ruling = groups.filter((group) => {
    const grants = parseJson(group.permissions);
    return ['group', 'user'].every((model) =>
      grants.some((grant) => grant.model === model && grant.action === 'update'),
    );
  });
  const ids = ruling.map(({ id }) => id);
  const left =
    ids.length === 0
      ? undefined
      : await unit
          .asInternal()
          .select('usergroup')
          .innerJoin('user', 'user.id', 'usergroup.user')
          .select('user.id')
          .where('usergroup.group', 'in', ids)
          .where('user.active', '=', 1)
          .where('user.allOrganizations', '=', 1)
          .executeTakeFirst();
  if (!left)
    throw new ApiError(
      'E_LAST_ADMINISTRATOR',
      'The last administrator cannot be removed or lose the permission to manage users.',
    );
  // Two that take away one administrator each write different rows.
  await unit.lock('group', ids);
}
