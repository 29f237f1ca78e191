// The fields that every organization is made with: name, time zone, phone.
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import * as m from '#text/messages.js';
import type { OrganizationValues } from './organization-kind.ts';

const Field = formFields<OrganizationValues>();

/** Inside the form of an organization. */
export function OrganizationBasics() {
  return (
    <>
      <Field.Text name="name" maxLength={200} autoComplete="off" />
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
