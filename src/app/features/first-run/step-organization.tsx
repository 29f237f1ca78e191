// Step 1: the organization, with name, time zone and phone; all else has a usual value.
import { useState } from 'react';
import { OrganizationBasics } from '#app/features/organizations/organization-basics.tsx';
import { newOrganization, organizationKind } from '#app/features/organizations/organization-kind.ts';
import * as m from '#text/messages.js';
import { StepForm } from './step-form.tsx';

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
      <OrganizationBasics />
      <p className="px-4 pb-4 text-text3">{m.firstrun_rest_later()}</p>
    </StepForm>
  );
}
