// The permission of the signed-in person for one record of a kind: with it the screen has a form.
import { mayIn } from '#app/auth/can-in.ts';
import { type Me, useMe } from '#app/auth/me.ts';
import { may } from '#contract/permissions.ts';
import { type NamedRecord, permissionOf } from './record-kind.ts';

interface Guarded<R> {
  readonly entity: { readonly noun: string };
  readonly allows?: (me: Me, record: R | null) => boolean;
}

/** True if the person may do it to the record; null is a new one. False until the person is known. */
export function useAllowed<R extends NamedRecord>(
  kind: Guarded<R>,
  action: 'create' | 'update' | 'destroy',
  record: R | null,
): boolean {
  const me = useMe();
  if (me === null) return false;
  const permission = permissionOf(kind, action);
  if (kind.allows) return may(me, permission) && kind.allows(me, record);
  return record === null ? may(me, permission) : mayIn(me, permission, record.organizationId ?? null);
}
