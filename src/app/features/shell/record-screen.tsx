// The screen of one record of a noun, or of a new one: loading, no permission, text for those who may not change it, or a form.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldTexts } from '#app/ui/form/field-texts.tsx';
import { FRESH_MS } from '#app/api/query-client.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { isGone } from './is-gone.ts';
import * as m from '#text/messages.js';
import { ActivityLink } from './activity-link.tsx';
import { NotForYou, NotFound } from './error-pages.tsx';
import { WithPreview } from './form-page.tsx';
import { Unanswered } from './query-state.tsx';
import { KnownForm, NewForm } from './record-form.tsx';
import { type NamedRecord, type RecordScreenProps, pageOf, permissionOf, recordName } from './record-kind.ts';
import { useAllowed } from './record-allowed.ts';
import { RecordPage } from './record-page.tsx';

/** Without an id: a new record. Mount it anew for another one. */
export function RecordScreen<R extends NamedRecord, V extends object, C extends object, U extends object>({
  id,
  ...screen
}: RecordScreenProps<R, V, C, U> & { id: string | undefined }) {
  const { kind } = screen;
  const mayCreate = useAllowed(kind, 'create', null);
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
}: RecordScreenProps<R, V, C, U> & { id: string }) {
  const { kind, tabs, renderPreview, renderReadOnly } = screen;
  const me = useMe();
  const enabled = useCan(permissionOf(kind, 'read'));
  const isPart = (record: R | undefined) => record !== undefined && kind.isPart?.(record) === true;
  const query = useQuery({
    ...kind.calls.get.queryOptions({ id }, { persist: true }),
    enabled,
    staleTime: ({ state }) => (isPart(state.data) ? 0 : FRESH_MS),
  });
  // Deleting takes the record out of the cache before the page is left.
  const [deleting, setDeleting] = useState<R | null>(null);
  const record = (isPart(query.data) ? undefined : query.data) ?? deleting;
  const mayUpdate = useAllowed(kind, 'update', record);
  const texts = kind.texts();
  if (record && mayUpdate) return <KnownForm record={record} onDeleting={setDeleting} {...screen} />;
  if (!record && isGone(query.error)) return <NotFound />;
  return (
    <RecordPage title={record ? recordName(kind, record) : texts.one} {...pageOf(kind)} tabs={enabled && tabs}>
      {record ? (
        <WithPreview preview={renderPreview?.({ values: kind.read(record), record, readOnly: true })}>
          <FieldTexts
            fields={kind.fields()}
            values={kind.read(record)}
            note={
              (me && texts.readOnly?.(me)) ??
              (typeof record.organizationId === 'string' ? m.forms_read_only() : m.forms_read_only_shared())
            }
          />
          {renderReadOnly?.(record)}
          <ActivityLink record={record} />
        </WithPreview>
      ) : (
        <Unanswered title={texts.notLoaded} query={query} />
      )}
    </RecordPage>
  );
}
