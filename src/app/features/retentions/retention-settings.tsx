// The settings of one retention, or of a new one: name and rule with what would stay, and deleting it.
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FieldTexts } from '#app/ui/form/field-texts.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { api } from '#app/api/client.ts';
import { ApiError } from '#app/api/errors.ts';
import { queryClient } from '#app/api/query-client.ts';
import { useCan } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { NotForYou, NotFound } from '#app/features/shell/error-pages.tsx';
import { FormPage, Narrow } from '#app/features/shell/form-page.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { useAppForm } from '#app/features/shell/use-app-form.ts';
import * as m from '#text/messages.js';
import { DeleteRetention } from './delete-retention.tsx';
import {
  type RetentionValues,
  isNew,
  newRetention,
  readRetention,
  retentionFields,
  retentionSchemas,
  saveRetention,
} from './retention-form.ts';
import { RetentionPreview } from './retention-preview.tsx';
import { retentionUnits, unitLimits } from './retention-rule.ts';
import { type Retention, listHref, settingsHref } from './retentions-list.tsx';

const crumb = () => ({ parent: listHref, steps: [{ to: listHref, label: m.retentions_title() }] });
const queryOf = (id: string) => api.retention.get.queryOptions({ id }, { persist: true });
const Field = formFields<RetentionValues>();

/** Without an id: a new retention. Mount it anew for another one. */
export function RetentionSettings({ id }: { id: string | undefined }) {
  const mayCreate = useCan('retention.create');
  if (id !== undefined) return <OneRetention id={id} />;
  if (mayCreate) return <RetentionForm retention={newRetention} onDeleting={() => undefined} />;
  return (
    <RecordPage title={m.retentions_add()} {...crumb()}>
      <NotForYou />
    </RecordPage>
  );
}

function OneRetention({ id }: { id: string }) {
  const query = useQuery({ ...queryOf(id), enabled: useCan('retention.read') });
  const mayUpdate = useCan('retention.update');
  // Deleting takes the record out of the cache before the page is left.
  const [deleting, setDeleting] = useState<Retention | null>(null);
  const retention = query.data ?? deleting;
  if (retention === null) {
    if (query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
    return (
      <RecordPage title={m.retentions_one()} {...crumb()}>
        <Unanswered title={m.retentions_not_loaded()} query={query} />
      </RecordPage>
    );
  }
  if (mayUpdate) return <RetentionForm retention={retention} onDeleting={setDeleting} />;
  return (
    <RecordPage title={retention.name} {...crumb()}>
      <RetentionPreview rule={retention} saved={null} systems={retention.systems} />
      <FieldTexts fields={retentionFields()} values={readRetention(retention)} />
    </RecordPage>
  );
}

interface FormProps {
  retention: Retention;
  /** Called with the retention before it is deleted, and with null when that failed. */
  onDeleting: (retention: Retention | null) => void;
}

function RetentionForm({ retention, onDeleting }: FormProps) {
  const { history } = useRouter();
  const [created, setCreated] = useState<string | null>(null);
  const [fields] = useState(retentionFields);
  const adds = isNew(retention);
  const form = useAppForm<RetentionValues, Retention>({
    id: `retention-${retention.id}`,
    record: retention,
    read: readRetention,
    fields,
    schema: adds ? retentionSchemas.create : retentionSchemas.update,
    sendsAll: adds,
    save: async (input, seen) => {
      const saved = await saveRetention(input, seen);
      flash('positive', m.forms_saved());
      return saved;
    },
    onSaved: (saved) => {
      if (!adds) return;
      queryClient.setQueryData(queryOf(saved.id).queryKey, saved);
      setCreated(saved.id);
    },
    ...(!adds && { reload: () => api.retention.get({ id: retention.id }) }),
  });
  // After the commit in which the form has no changes: the guard would else ask.
  useEffect(() => {
    if (created !== null) history.replace(settingsHref(created));
  }, [created, history]);
  const { days, weeks, months, years } = form.edit.values as unknown as RetentionValues;
  return (
    <FormPage form={form} title={adds ? m.retentions_add() : retention.name} {...crumb()} save={m.retentions_save()}>
      <Narrow form={form}>
        <RetentionPreview
          rule={{ days, weeks, months, years }}
          saved={adds ? null : retention}
          systems={retention.systems}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(max(10.5rem,40%),100%),1fr))] gap-x-2.5 px-4 pt-5 [--field-inset:0px] [--stepper-box:3.5rem] [--stepper-button:48px]">
          {retentionUnits.map((unit) => (
            <Field.Number key={unit} name={unit} min={0} max={unitLimits[unit]} />
          ))}
        </div>
        <p className="px-4 pb-5 text-secondary text-text3">{m.retentions_hint()}</p>
        <Field.Text name="name" autoComplete="off" maxLength={200} />
        {!adds && <DeleteRetention retention={retention} onDeleting={onDeleting} onDone={form.discard} />}
      </Narrow>
    </FormPage>
  );
}
