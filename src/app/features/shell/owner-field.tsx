// The organization of a schedule or retention: one of the user's, or none for a record that all organizations share.
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import type { OwnField } from '#app/ui/form/form-fields.tsx';
import type { FieldSpec } from '#app/ui/form/form-types.ts';
import { useMe } from '#app/auth/me.ts';
import { OrganizationRow, type OrganizationRef } from '#app/features/organizations/organization-picker.tsx';
import * as m from '#text/messages.js';

/** Null: shared by all organizations. */
export type Owner = OrganizationRef | null;

/** The field of the owner in a form's table. */
export const ownerSpec = (): FieldSpec<Owner> => ({
  label: m.forms_owner(),
  short: m.forms_owner_short(),
  text: (owner) => owner?.name ?? m.forms_owner_shared(),
});

/** The owner as the calls take it. */
export const ownerInput = <V extends { organization?: Owner }>({ organization, ...rest }: V) => ({
  ...rest,
  ...(organization !== undefined && { organization: organization?.id ?? null }),
});

/** A choice among the user's organizations; nothing for a user of one organization, whose records always belong to it. */
export function OwnerRow({ value, onChange, ...shared }: OwnField<Owner>) {
  const me = useMe();
  const everywhere = me?.allOrganizations === true;
  if (!everywhere && (me?.orgIds.length ?? 0) < 2) return null;
  return (
    <FieldRows>
      <OrganizationRow
        {...shared}
        value={value}
        onChoose={onChange}
        {...(everywhere && { none: m.forms_owner_shared() })}
      />
    </FieldRows>
  );
}
