// The settings of a retention: its rule and name, and what would stay as a sentence and a timeline.
import { formFields } from '#app/ui/form/form-fields.tsx';
import { CopyRow, OwnerRow } from '#app/features/shell/owner-field.tsx';
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { RuleTabs } from '#app/features/shell/rule-tabs.tsx';
import * as m from '#text/messages.js';
import { type RetentionValues, retentionKind } from './retention-form.ts';
import { RetentionEffect } from './retention-effect.tsx';
import { RetentionPreview } from './retention-preview.tsx';
import { retentionUnits, unitLimits } from './retention-rule.ts';

const Field = formFields<RetentionValues>();

/** Without an id: a new retention. Mount it anew for another one. */
export function RetentionSettings({ id }: { id: string | undefined }) {
  return (
    <RecordScreen
      kind={retentionKind}
      id={id}
      tabs={id !== undefined && <RuleTabs noun="retention" kind={retentionKind} id={id} />}
      fields={<RetentionFields id={id} />}
      renderReadOnly={(record) => <CopyRow noun="retention" record={record} />}
      renderPreview={({ values, record, readOnly }) => (
        <>
          <RetentionPreview
            rule={values}
            saved={readOnly ? null : record}
            systems={record?.systems ?? 0}
            owner={values.organization?.id ?? null}
          />
          {record && <RetentionEffect id={record.id} rule={values} />}
        </>
      )}
    />
  );
}

function RetentionFields({ id }: { id: string | undefined }) {
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(max(10.5rem,40%),100%),1fr))] gap-x-2.5 px-4 pt-1 [--field-inset:0px] [--stepper-box:3.5rem] [--stepper-button:48px]">
        {retentionUnits.map((unit) => (
          <Field.Number key={unit} name={unit} min={0} max={unitLimits[unit]} />
        ))}
      </div>
      <p className="px-4 pb-5 text-secondary text-text3">{m.retentions_hint()}</p>
      <Field.Text name="name" autoComplete="off" maxLength={200} />
      <Field.Own
        name="organization"
        render={(field) => <OwnerRow {...field} noun="retention" kind={retentionKind} ruleId={id} />}
      />
    </>
  );
}
