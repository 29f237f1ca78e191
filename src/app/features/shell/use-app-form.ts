// The app's part of a form: its sentences, its drafts, and the end of the session while saving.
import { useEffect, useMemo } from 'react';
import { useRecordForm, type RecordForm } from '#app/ui/form/use-record-form.ts';
import type { RecordFormOptions } from '#app/ui/form/record-form-options.ts';
import { Refused } from '#app/api/errors.ts';
import { queryClient } from '#app/api/query-client.ts';
import { lastUserId, meQuery } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { draftStore } from './form-drafts.ts';
import { issueText } from './issue-text.ts';
import { readFailure } from './save-failure.ts';

type Given = 'issueText' | 'readFailure' | 'draft';
type AppFormOptions<V extends object, R> = Omit<RecordFormOptions<V, R>, Given> &
  Partial<Pick<RecordFormOptions<V, R>, 'issueText'>> & {
    /** Names the draft: the screen and the id of the record. */
    id: string;
  };

/** A form of the signed-in person. `issueText` may say single issues better than the general sentences. */
export function useAppForm<V extends object, R>({ id, ...options }: AppFormOptions<V, R>): RecordForm {
  const user = lastUserId();
  const draft = useMemo(() => draftStore(user, id), [user, id]);
  const save: typeof options.save = async (input, seen) => {
    try {
      return await options.save(input, seen);
    } catch (error) {
      // The session is over: the page goes to the login, and the draft is there afterwards.
      if (error instanceof Refused && error.code === 'E_UNAUTHORIZED')
        void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      throw error;
    }
  };
  const form = useRecordForm<V, R>({ issueText, readFailure, ...options, draft, save });
  const { isRestored } = form;
  useEffect(() => {
    if (isRestored) flash('info', 'Your unsaved changes are back.');
  }, [isRestored]);
  return form;
}
