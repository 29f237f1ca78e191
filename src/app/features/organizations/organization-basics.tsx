// The fields that every organization is made with: name, time zone, phone.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { useFormContext, useFormField } from '#app/ui/form/form-context.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { useDebounced } from '#app/ui/hooks/use-debounced.ts';
import * as m from '#text/messages.js';
import type { OrganizationValues } from './organization-kind.ts';

const Field = formFields<OrganizationValues>();
const TYPING_MS = 300;

/** Inside the form of an organization. */
export function OrganizationBasics() {
  const isTaken = useIsNameTaken();
  return (
    <>
      <Field.Text
        name="name"
        maxLength={200}
        autoComplete="off"
        hint={isTaken && <span className="text-latetext">{m.organizations_name_taken()}</span>}
      />
      <FieldRows>
        <Field.TimeZone name="timeZone" isNamed hint={m.organizations_time_zone_hint()} />
      </FieldRows>
      <Field.Text
        name="phone"
        type="tel"
        inputMode="tel"
        maxLength={40}
        autoComplete="off"
        hint={m.organizations_phone_hint()}
      />
    </>
  );
}

/**
 * Returns whether an organization that the user may read has the name that is typed. Equal names are allowed: an error
 * would tell which customers exist.
 */
function useIsNameTaken(): boolean {
  const { edit } = useFormContext();
  const name = String(useFormField('name').value).trim();
  const isTyped = name !== '' && name !== edit.current['name'];
  const paused = useDebounced(name, TYPING_MS);
  const { data } = useQuery({
    ...api.organization.list.queryOptions({ where: { name: paused }, limit: 1 }),
    enabled: isTyped && paused === name,
  });
  return isTyped && data?.rows[0]?.name === name;
}
