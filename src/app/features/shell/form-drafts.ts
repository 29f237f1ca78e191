// Drafts of forms on the device: each belongs to one person and one form, and survives the end of the session.
import type { DraftStore, StoredDraft } from '#app/ui/form/form-types.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';

const isDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' && value !== null && 'was' in value && 'mine' in value;

/** The draft of one form of one person. A draft that cannot be read counts as none. */
export function draftStore(userId: string, formId: string): DraftStore {
  const key = `backwatch.draft.${userId}.${formId}`;
  return {
    read: () => {
      try {
        const draft: unknown = JSON.parse(getItem(key) || 'null');
        return isDraft(draft) ? draft : null;
      } catch {
        return null;
      }
    },
    write: (draft) => {
      const text = draft === null ? '' : JSON.stringify(draft);
      if ((getItem(key) ?? '') !== text) setItem(key, text);
    },
  };
}
