// The advanced fields of a system, in three folds: the login to its share, its client, and its contract.
import { useQuery } from '@tanstack/react-query';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { FieldFolds } from '#app/ui/form/field-fold.tsx';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { systemQuery } from '#app/features/systems/system-queries.ts';
import * as m from '#text/messages.js';
import { PiRows } from './pi-rows.tsx';
import type { SystemValues } from './system-form.ts';
import { contractOptions, contractText } from './system-labels.ts';

const Field = formFields<SystemValues>();
const login = ['server', 'username', 'password'] as const;
const client = ['allowUpgrade', 'autoAssignName', 'forceDue', 'tempZipLocation', 'pi'] as const;
const contract = ['contractStatus', 'coreUpdates', 'projectManager'] as const;
/** Of the Raspberry Pi two attributes. */
const COUNT = login.length + client.length + contract.length + 1;
const plainText = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** Without an id: of a new system. */
export function AdvancedFields({ id }: { id: string | undefined }) {
  const { data: record } = useQuery({ ...systemQuery(id ?? ''), enabled: false });
  const passwordSet = record?.passwordSet === true;
  return (
    <>
      <SectionTitle end={m.systemform_more_settings({ count: COUNT })}>{m.systemform_advanced()}</SectionTitle>
      <FieldFolds label={m.systemform_advanced()}>
        <Field.Fold
          title={m.systemform_login()}
          help={m.systemform_login_help()}
          summary={(values) => loginText(values, passwordSet)}
          names={login}
        >
          <Field.Text name="server" maxLength={200} {...plainText} />
          <Field.Text name="username" maxLength={200} {...plainText} />
          <Field.Secret name="password" isSet={passwordSet} maxLength={500} />
        </Field.Fold>
        <Field.Fold title={m.systems_client()} help={m.systemform_client_help()} summary={clientText} names={client}>
          <FieldRows label={m.systems_client()}>
            <Field.Check name="allowUpgrade" />
            <Field.Check name="autoAssignName" hint={m.systemform_auto_name_hint()} />
            <Field.Check name="forceDue" hint={m.systemform_force_due_hint()} />
            <Field.Own name="pi" render={(field) => <PiRows {...field} />} />
          </FieldRows>
          <Field.Text name="tempZipLocation" maxLength={500} {...plainText} />
        </Field.Fold>
        <Field.Fold
          title={m.systemform_contract()}
          help={m.systemform_contract_help()}
          summary={contractSummary}
          names={contract}
        >
          <FieldRows label={m.systemform_contract()}>
            <Field.Picker name="contractStatus" options={contractOptions()} />
            <Field.Check name="coreUpdates" />
          </FieldRows>
          <Field.Text name="projectManager" maxLength={200} autoComplete="off" />
        </Field.Fold>
      </FieldFolds>
    </>
  );
}

const listed = (parts: readonly (string | false)[], none: string): string => {
  const said = parts.filter((part) => part !== false && part !== '') as string[];
  return said.length === 0 ? none : said.join(', ');
};

const loginText = ({ server, username, password }: SystemValues, passwordSet: boolean): string =>
  listed(
    [
      server !== '' && m.systemform_login_server({ server }),
      username !== '' && m.systemform_login_username({ username }),
      (passwordSet || password !== '') && m.systemform_login_password(),
    ],
    m.systemform_login_none(),
  );

const clientText = ({ allowUpgrade, autoAssignName, forceDue, tempZipLocation, pi }: SystemValues): string =>
  listed(
    [
      allowUpgrade ? m.systemform_client_upgrades() : m.systemform_client_no_upgrades(),
      autoAssignName ? m.systemform_client_renamed() : m.systemform_client_keeps_name(),
      forceDue && m.systems_back_up_requested(),
      tempZipLocation !== '' && m.systemform_client_scratch({ folder: tempZipLocation }),
      pi.has ? m.systemform_client_pi({ address: pi.mac }) : m.systemform_client_no_pi(),
    ],
    '',
  );

const contractSummary = ({ contractStatus, coreUpdates, projectManager }: SystemValues): string =>
  listed(
    [contractText(contractStatus), coreUpdates && m.systemform_contract_register(), projectManager],
    contractText(contractStatus),
  );
