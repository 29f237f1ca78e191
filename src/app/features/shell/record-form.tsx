// The form of one record of a noun: a new one is made whole, of a known one the changes are saved, over the version that was read.
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import type { RecordForm } from '#app/ui/form/use-record-form.ts';
import { queryClient } from '#app/api/query-client.ts';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';
import { ActivityLink } from './activity-link.tsx';
import { DeleteRecord, type Deleting } from './delete-record.tsx';
import { FormPage, Narrow } from './form-page.tsx';
import { type NamedRecord, type RecordScreenProps, pageOf, recordName } from './record-kind.ts';
import { useAppForm } from './use-app-form.ts';

/** Saves by `call`, and says so. */
async function saveBy<R extends NamedRecord>(kind: { nameOf?: (record: R) => string }, call: Promise<R>): Promise<R> {
  const saved = await call;
  flash('positive', m.forms_saved_name({ name: recordName(kind, saved) }));
  return saved;
}

/** A new record; saved, it leads to its own address. */
export function NewForm<R extends NamedRecord, V extends object, C extends object, U extends object>(
  screen: RecordScreenProps<R, V, C, U>,
) {
  const { kind } = screen;
  const { entity, calls, initial, filled, read, toInput, issueText } = kind;
  const { history } = useRouter();
  const [fields] = useState(kind.fields);
  const form = useAppForm<V, R | null, C>({
    id: `${entity.noun}-new${kind.draftOf ?? ''}`,
    record: null,
    read: useCallback((record: R | null) => (record === null ? initial : read(record)), [initial, read]),
    fields,
    schema: entity.calls.create.input,
    ...(issueText && { issueText }),
    ...(filled && { filled }),
    sendsAll: true,
    toInput,
    save: (input) => saveBy(kind, calls.create(input)),
    onSaved: (saved) => {
      if (saved === null) return;
      queryClient.setQueryData(calls.get.queryOptions({ id: saved.id }, { persist: true }).queryKey, saved);
      history.replace(kind.hrefOf(saved.id), undefined, { ignoreBlocker: true });
    },
  });
  return <ScreenForm form={form} record={null} title={kind.texts().add} {...screen} />;
}

/** `onDeleting`: see `DeleteRecord`. */
export function KnownForm<R extends NamedRecord, V extends object, C extends object, U extends object>({
  onDeleting,
  ...screen
}: RecordScreenProps<R, V, C, U> & Deleting<R>) {
  const { kind, record, renderDeleting } = screen;
  const { entity, calls, issueText } = kind;
  const [fields] = useState(kind.fields);
  const { id } = record;
  const form = useAppForm<V, R, U>({
    id: `${entity.noun}-${id}`,
    record,
    read: kind.read,
    fields,
    schema: entity.calls.update.input,
    ...(issueText && { issueText }),
    toInput: kind.toInput,
    save: (input, seen) => saveBy(kind, calls.update({ ...input, id }, { ifMatch: seen.editedAt })),
    reload: () => calls.get({ id }),
  });
  return (
    <ScreenForm form={form} title={recordName(kind, record)} {...screen}>
      <ActivityLink record={record} />
      <DeleteRecord {...{ kind, record, onDeleting, renderDeleting }} onDeleted={form.discard} />
    </ScreenForm>
  );
}

interface ScreenFormProps<R, V extends object> {
  form: RecordForm<V>;
  title: string;
  record: R | null;
  /** Below the fields. */
  children?: ReactNode;
}

function ScreenForm<R extends NamedRecord, V extends object, C extends object, U extends object>({
  kind,
  form,
  title,
  record,
  fields,
  tabs,
  renderPreview,
  children,
}: RecordScreenProps<R, V, C, U> & ScreenFormProps<R, V>) {
  return (
    <FormPage
      form={form}
      title={title}
      {...pageOf(kind)}
      save={kind.texts().save}
      tabs={tabs}
      preview={renderPreview?.({ values: form.values, record, readOnly: false })}
    >
      <Narrow form={form}>{fields}</Narrow>
      {children}
    </FormPage>
  );
}
