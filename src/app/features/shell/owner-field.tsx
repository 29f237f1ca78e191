// The organization of a schedule or retention: one of the user's, or none for a record that all organizations share.
import { useQuery } from '@tanstack/react-query';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import type { OwnField } from '#app/ui/form/form-fields.tsx';
import type { FieldSpec } from '#app/ui/form/form-types.ts';
import { PickerRow } from '#app/ui/form/picker.tsx';
import { api } from '#app/api/client.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import * as m from '#text/messages.js';

/** Null: shared by all organizations. */
export type Owner = { id: string; name: string } | null;

const ownerText = (owner: Owner): string => owner?.name ?? m.forms_owner_shared();

/** The field of the owner in a form's table. */
export const ownerSpec = (): FieldSpec<Owner> => ({
  label: m.forms_owner(),
  short: m.forms_owner_short(),
  text: ownerText,
});

/** The owner as the calls take it. */
export const ownerInput = <V extends { organization?: Owner }>({ organization, ...rest }: V) => ({
  ...rest,
  ...(organization !== undefined && { organization: organization?.id ?? null }),
});

/** A choice among the user's organizations; nothing for a user of one organization, whose records always belong to it. */
export function OwnerRow({ value, onChange, ...shared }: OwnField<Owner>) {
  const me = useMe();
  const list = api.organization.list.queryOptions({ sort: 'name ASC', limit: 1000 });
  const { data } = useQuery({ ...list, enabled: useCan('organization.read') });
  const everywhere = me?.allOrganizations === true;
  const own = (data?.rows ?? []).filter(({ id }) => everywhere || me?.orgIds.includes(id));
  if (!everywhere && own.length < 2) return null;
  const options = own.map(({ id, name }) => ({ value: id, label: name }));
  const none = { value: '', label: m.forms_owner_shared() };
  const choose = (id: string) => {
    const organization = own.find((one) => one.id === id);
    onChange(organization ? { id, name: organization.name } : null);
  };
  return (
    <FieldRows>
      <PickerRow
        {...shared}
        value={value?.id ?? ''}
        options={everywhere ? [none, ...options] : options}
        shown={value || everywhere ? ownerText(value) : m.forms_choose()}
        onChange={choose}
      />
    </FieldRows>
  );
}
