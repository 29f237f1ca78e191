// Drafts of forms on the device: each belongs to one person and one form, and survives the end of the session.
import type { DraftStore, StoredDraft } from '#app/ui/form/form-types.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';

const isDraft = (value: unknown): value is StoredDraft =>
  typeof value === 'object' && value !== null && 'was' in value && 'mine' in value;

/** The key of a draft in the storage of the device. */
export const draftKey = (userId: string, formId: string): string => `backwatch.draft.${userId}.${formId}`;

/** The number of forms with a draft of this person. */
export function countDrafts(userId: string): number {
  try {
    const isDraftKey = (key: string) => key.startsWith(draftKey(userId, ''));
    return Object.keys(localStorage).filter((key) => isDraftKey(key) && localStorage.getItem(key) !== '').length;
  } catch {
    // Storage may be forbidden.
    return 0;
  }
}

/** The draft of one form of one person. A draft that cannot be read counts as none. */
export function draftStore(userId: string, formId: string): DraftStore {
  const key = draftKey(userId, formId);
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
