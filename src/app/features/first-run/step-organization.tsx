// Step 1: the organization, with name, time zone and phone; all else has a usual value.
import { useState } from 'react';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import {
  type OrganizationValues,
  newOrganization,
  organizationKind,
} from '#app/features/organizations/organization-kind.ts';
import * as m from '#text/messages.js';
import { StepForm } from './step-form.tsx';

const Field = formFields<OrganizationValues>();

/** The first organization. */
export function StepOrganization() {
  const [kind] = useState(organizationKind);
  const [initial] = useState(newOrganization);
  return (
    <StepForm
      step="organization"
      title={m.firstrun_add_organization()}
      line={m.firstrun_organization_line()}
      kind={kind}
      initial={initial}
      next="system"
    >
      <Field.Text name="name" maxLength={200} autoComplete="organization" />
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
      <p className="px-4 pb-4 text-text3">{m.firstrun_rest_later()}</p>
    </StepForm>
  );
}
