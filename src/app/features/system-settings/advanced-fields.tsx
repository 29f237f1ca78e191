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
import { clientFold, contractFold, loginFold } from './system-folds.ts';
import { contractOptions } from './system-labels.ts';

const Field = formFields<SystemValues>();

const plainText = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** Without an id: of a new system. */
export function AdvancedFields({ id }: { id: string | undefined }) {
  const { data: record } = useQuery({ ...systemQuery(id ?? ''), enabled: false });
  const folds = [loginFold(record?.passwordSet === true), clientFold(), contractFold()] as const;
  const [login, client, contract] = folds;
  // Of the Raspberry Pi two attributes.
  const count = folds.reduce((sum, { names }) => sum + names.length, 1);
  return (
    <>
      <SectionTitle end={m.systemform_more_settings({ count })}>{m.systemform_advanced()}</SectionTitle>
      <FieldFolds label={m.systemform_advanced()}>
        <Field.Fold {...login} help={m.systemform_login_help()}>
          <Field.Text name="server" maxLength={200} {...plainText} />
          <Field.Text name="username" maxLength={200} {...plainText} />
          <Field.Secret name="password" isSet={record?.passwordSet === true} maxLength={500} />
        </Field.Fold>
        <Field.Fold {...client} help={m.systemform_client_help()}>
          <FieldRows label={m.systems_client()}>
            <Field.Check name="allowUpgrade" />
            <Field.Check name="autoAssignName" hint={m.systemform_auto_name_hint()} />
            <Field.Check name="forceDue" hint={m.systemform_force_due_hint()} />
            <Field.Own name="pi" render={(field) => <PiRows {...field} />} />
          </FieldRows>
          <Field.Text name="tempZipLocation" maxLength={500} {...plainText} />
        </Field.Fold>
        <Field.Fold {...contract} help={m.systemform_contract_help()}>
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
