// The screen of one record of a noun, or of a new one: loading, no permission, read only, or a form; saving and deleting.
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { FieldTexts } from '#app/ui/form/field-texts.tsx';
import type { RecordForm } from '#app/ui/form/use-record-form.ts';
import { ApiError } from '#app/api/errors.ts';
import { queryClient } from '#app/api/query-client.ts';
import { useCan } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';
import { DeleteRecord } from './delete-record.tsx';
import { NotForYou, NotFound } from './error-pages.tsx';
import { FormPage, Narrow, WithPreview } from './form-page.tsx';
import { Unanswered } from './query-state.tsx';
import { type NamedRecord, type RecordKind, permissionOf } from './record-kind.ts';
import { RecordPage } from './record-page.tsx';
import { useAppForm } from './use-app-form.ts';

/** The values that a preview shows. */
export interface Previewed<R, V> {
  readonly values: V;
  /** The saved record; null for a new one. */
  readonly record: R | null;
  /** The values cannot be changed. */
  readonly readOnly: boolean;
}

interface ScreenProps<R extends NamedRecord, V extends object, C extends object, U extends object> {
  kind: RecordKind<R, V, C, U>;
  /** The fields of the form. */
  fields: ReactNode;
  /** What the values mean, in words and as a picture. */
  renderPreview: (shown: Previewed<R, V>) => ReactNode;
}

const pageOf = <R,>({ listHref, texts }: { listHref: string; texts: () => { list: string } & R }) => ({
  parent: listHref,
  steps: [{ to: listHref, label: texts().list }],
});

/** Without an id: a new record. Mount it anew for another one. */
export function RecordScreen<R extends NamedRecord, V extends object, C extends object, U extends object>({
  id,
  ...screen
}: ScreenProps<R, V, C, U> & { id: string | undefined }) {
  const { kind } = screen;
  const mayCreate = useCan(permissionOf(kind, 'create'));
  if (id !== undefined) return <KnownRecord id={id} {...screen} />;
  if (mayCreate) return <NewForm {...screen} />;
  return (
    <RecordPage title={kind.texts().add} {...pageOf(kind)}>
      <NotForYou />
    </RecordPage>
  );
}

function KnownRecord<R extends NamedRecord, V extends object, C extends object, U extends object>({
  id,
  ...screen
}: ScreenProps<R, V, C, U> & { id: string }) {
  const { kind, renderPreview } = screen;
  const enabled = useCan(permissionOf(kind, 'read'));
  const query = useQuery({ ...kind.calls.get.queryOptions({ id }, { persist: true }), enabled });
  const mayUpdate = useCan(permissionOf(kind, 'update'));
  // Deleting takes the record out of the cache before the page is left.
  const [deleting, setDeleting] = useState<R | null>(null);
  const record = query.data ?? deleting;
  const texts = kind.texts();
  if (record && mayUpdate) return <KnownForm record={record} onDeleting={setDeleting} {...screen} />;
  if (!record && query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
  return (
    <RecordPage title={record?.name ?? texts.one} {...pageOf(kind)}>
      {record ? (
        <WithPreview preview={renderPreview({ values: kind.read(record), record, readOnly: true })}>
          <FieldTexts fields={kind.fields()} values={kind.read(record)} />
        </WithPreview>
      ) : (
        <Unanswered title={texts.notLoaded} query={query} />
      )}
    </RecordPage>
  );
}

/** Saves by `call`, and says so. */
async function saveBy<R extends NamedRecord>(call: Promise<R>): Promise<R> {
  const saved = await call;
  flash('positive', m.forms_saved_name({ name: saved.name }));
  return saved;
}

function NewForm<R extends NamedRecord, V extends object, C extends object, U extends object>(
  screen: ScreenProps<R, V, C, U>,
) {
  const { kind } = screen;
  const { entity, calls, initial, read, toInput, issueText } = kind;
  const { history } = useRouter();
  const [fields] = useState(kind.fields);
  const form = useAppForm<V, R | null, C>({
    id: `${entity.noun}-new`,
    record: null,
    read: useCallback((record: R | null) => (record === null ? initial : read(record)), [initial, read]),
    fields,
    schema: entity.calls.create.input,
    ...(issueText && { issueText }),
    sendsAll: true,
    toInput,
    save: (input) => saveBy(calls.create(input)),
    onSaved: (saved) => {
      if (saved === null) return;
      queryClient.setQueryData(calls.get.queryOptions({ id: saved.id }, { persist: true }).queryKey, saved);
      history.replace(kind.hrefOf(saved.id), undefined, { ignoreBlocker: true });
    },
  });
  return <ScreenForm form={form} record={null} title={kind.texts().add} {...screen} />;
}

interface KnownFormProps<R> {
  record: R;
  /** Called with the record before it is deleted, and with null when that failed. */
  onDeleting: (record: R | null) => void;
}

function KnownForm<R extends NamedRecord, V extends object, C extends object, U extends object>({
  onDeleting,
  ...screen
}: ScreenProps<R, V, C, U> & KnownFormProps<R>) {
  const { kind, record } = screen;
  const { entity, calls, issueText } = kind;
  const [fields] = useState(kind.fields);
  const { id, name } = record;
  const form = useAppForm<V, R, U>({
    id: `${entity.noun}-${id}`,
    record,
    read: kind.read,
    fields,
    schema: entity.calls.update.input,
    ...(issueText && { issueText }),
    toInput: kind.toInput,
    save: (input, seen) => saveBy(calls.update({ ...input, id }, { ifMatch: seen.editedAt })),
    reload: () => calls.get({ id }),
  });
  return (
    <ScreenForm form={form} title={name} {...screen}>
      <DeleteThis kind={kind} record={record} onDeleting={onDeleting} onDeleted={form.discard} />
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
  renderPreview,
  children,
}: ScreenProps<R, V, C, U> & ScreenFormProps<R, V>) {
  return (
    <FormPage
      form={form}
      title={title}
      {...pageOf(kind)}
      save={kind.texts().save}
      preview={renderPreview({ values: form.values, record, readOnly: false })}
    >
      <Narrow form={form}>{fields}</Narrow>
      {children}
    </FormPage>
  );
}

interface DeleteProps<
  R extends NamedRecord,
  V extends object,
  C extends object,
  U extends object,
> extends KnownFormProps<R> {
  kind: RecordKind<R, V, C, U>;
  /** Called before the page is left. */
  onDeleted: () => void;
}

function DeleteThis<R extends NamedRecord, V extends object, C extends object, U extends object>({
  kind,
  record,
  onDeleting,
  onDeleted,
}: DeleteProps<R, V, C, U>) {
  const { history } = useRouter();
  const { id, name } = record;
  const texts = kind.texts();
  const remove = async () => {
    onDeleting(record);
    await kind.calls.destroy({ id }).catch((error: unknown) => {
      onDeleting(null);
      throw error;
    });
  };
  const leave = () => {
    onDeleted();
    flash('positive', m.forms_deleted({ name }));
    history.replace(kind.listHref, undefined, { ignoreBlocker: true });
  };
  if (!useCan(permissionOf(kind, 'destroy'))) return null;
  return (
    <DeleteRecord
      label={texts.remove}
      name={name}
      detail={texts.removeDetail(record)}
      onDelete={remove}
      onDeleted={leave}
    />
  );
}
