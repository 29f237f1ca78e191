// The app's part of a form: its sentences, its drafts, and the end of the session while saving.
import { useEffect, useMemo, useState } from 'react';
import { useRecordForm, type RecordForm } from '#app/ui/form/use-record-form.ts';
import type { RecordFormOptions } from '#app/ui/form/record-form-options.ts';
import { ApiError } from '#app/api/errors.ts';
import { queryClient } from '#app/api/query-client.ts';
import { lastUserId, meQuery } from '#app/auth/me.ts';
import { dismissSuccess, flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';
import { type InputSchema, validateWith } from './schema-validation.ts';
import { useConflictEditor } from './conflict-editor.ts';
import { draftStore } from './form-drafts.ts';
import { issueText } from './issue-text.ts';
import { readFailure } from './save-failure.ts';

type Given = 'issueText' | 'readFailure' | 'draft' | 'validate' | 'onAttempt';
type WithoutGiven<O> = O extends unknown ? Omit<O, Given> : never;
type AppFormOptions<V extends object, R, I extends object> = WithoutGiven<RecordFormOptions<V, R, I>> & {
  issueText?: RecordFormOptions<V, R, I>['issueText'];
  /** Names the draft: the screen and the id of the record. */
  id: string;
  /** The input schema of the call, for validation before it is sent. */
  schema: InputSchema;
};

/** A form of the signed-in person. `issueText` may say single issues better than the general sentences. */
export function useAppForm<V extends object, R, I extends object>({
  id,
  schema,
  ...options
}: AppFormOptions<V, R, I>): RecordForm<V> {
  // Read once: another person may sign in on another page of this browser while the form is open.
  const [user] = useState(lastUserId);
  const draft = useMemo(() => draftStore(user, id), [user, id]);
  const save: typeof options.save = async (input, seen) => {
    try {
      return await options.save(input, seen);
    } catch (error) {
      // The session is over: the page goes to the login, and the draft is there afterwards.
      if (error instanceof ApiError && error.code === 'E_UNAUTHORIZED')
        void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      throw error;
    }
  };
  const validate = useMemo(() => validateWith(schema), [schema]);
  const form = useRecordForm<V, R, I>({
    issueText,
    readFailure,
    onAttempt: dismissSuccess,
    ...options,
    validate,
    draft,
    save,
  });
  const { isRestored, merge } = form;
  const isLive = merge === null && Object.keys(form.edit.conflicts).length > 0;
  const editor = useConflictEditor(isLive ? options.record : null);
  useEffect(() => {
    if (isRestored) flash('info', m.forms_draft_restored());
  }, [isRestored]);
  return { ...form, editor };
}
