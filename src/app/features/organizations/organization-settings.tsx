// The settings of an organization: name, time zone, phone and pause in sight, the rest folded.
import { useState } from 'react';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { FieldFolds } from '#app/ui/form/field-fold.tsx';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { MonitoringRows } from '#app/features/system-settings/monitoring-rows.tsx';
import { PiRows } from '#app/features/system-settings/pi-rows.tsx';
import { piText } from '#app/features/system-settings/system-form.ts';
import { reader } from '#app/device/reader.ts';
import { formatList } from '#text/format.ts';
import * as m from '#text/messages.js';
import { OrganizationBasics } from './organization-basics.tsx';
import { OrganizationHead } from './organization-head.tsx';
import { OrganizationPage } from './organization-page.tsx';
import { type OrganizationValues, organizationKind } from './organization-kind.ts';

const Field = formFields<OrganizationValues>();
const client = ['allowUpgrade', 'pi'] as const;
const register = ['coreId'] as const;

/** Without an id: a new organization. Mount it anew for another one. */
export function OrganizationSettings({ id }: { id: string | undefined }) {
  const [kind] = useState(organizationKind);
  const fields = <OrganizationFields />;
  if (id === undefined) return <RecordScreen kind={kind} id={id} fields={fields} />;
  const head = <OrganizationHead id={id} />;
  return (
    <OrganizationPage id={id} stays>
      {() => <RecordScreen kind={kind} id={id} fields={fields} tabs={head} />}
    </OrganizationPage>
  );
}

function OrganizationFields() {
  return (
    <div className="pt-3">
      <OrganizationBasics />
      <Field.Own
        name="monitoring"
        render={(field) => <MonitoringRows {...field} hint={m.organizations_monitored_hint()} />}
      />
      <SectionTitle>{m.organizations_advanced()}</SectionTitle>
      <FieldFolds label={m.organizations_advanced()}>
        <Field.Fold title={m.systems_client()} help={m.organizations_client_help()} summary={clientText} names={client}>
          <FieldRows label={m.systems_client()}>
            <Field.Check name="allowUpgrade" hint={m.organizations_upgrade_hint()} />
            <Field.Own name="pi" render={(field) => <PiRows {...field} />} />
          </FieldRows>
        </Field.Fold>
        <Field.Fold
          title={m.organizations_register()}
          help={m.organizations_register_help()}
          summary={({ coreId }) => coreId || m.organizations_register_none()}
          names={register}
        >
          <Field.Text name="coreId" maxLength={100} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field.Fold>
      </FieldFolds>
    </div>
  );
}

const clientText = ({ allowUpgrade, pi }: OrganizationValues): string =>
  formatList(
    [
      allowUpgrade ? m.systemform_client_upgrades() : m.systemform_client_no_upgrades(),
      pi.has ? m.systemform_client_pi({ address: piText(pi) }) : m.systemform_client_no_pi(),
    ],
    reader(),
  );
