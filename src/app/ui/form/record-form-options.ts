// The options of a form, and the merge that a failed save opens.
import type { DraftStore, FieldTable, FormIssue, SaveFailure, Validate } from './form-types.ts';

/**
 * The values that a save sends. `sendsAll` is for a new record: every field is sent, not only the changed ones. `toInput` makes the
 * input of the call of the values.
 */
type Sending<V extends object, I extends object> =
  | { readonly sendsAll: true; readonly toInput: (values: V) => I }
  | { readonly sendsAll?: false; readonly toInput: (changes: Partial<V>) => I };

/** The options of a form. `V`: values by field, `R`: the record, `I`: the input of the call that saves. */
export type RecordFormOptions<V extends object, R, I extends object> = CommonOptions<V, R, I> & Sending<V, I>;

interface CommonOptions<V extends object, R, I extends object> {
  /** The record as it is now. A newer one is merged into the edit as it arrives. */
  readonly record: R;
  /** The values of a record, one for each field; secrets are ''. Must not close over changing state. */
  readonly read: (record: R) => V;
  readonly fields: FieldTable<V>;
  /** Validates what is sent. Issues of attributes without a field are left to the server. */
  readonly validate?: Validate;
  /** The sentence of an issue at a field. */
  readonly issueText: (issue: FormIssue, label: string, name: string) => string;
  /** Sends the request; resolves with the saved record. `seen` is the record that the edit is based on, for `If-Match`. */
  readonly save: (input: I, seen: R) => Promise<R>;
  /** Called at each try to save, before anything is checked. */
  readonly onAttempt?: () => void;
  /** Called after a save that does not leave the page: leads from a new record to its own address. */
  readonly onSaved?: (record: R) => void;
  readonly readFailure: (error: unknown) => SaveFailure<R>;
  /** Reads the record again, where a conflict did not bring it. */
  readonly reload?: () => Promise<R>;
  readonly draft?: DraftStore;
  /** Values that the screen fills in as changes; a stored draft counts more. */
  readonly filled?: Partial<V>;
}

/** An open merge after a failed save; null while nobody else saved first. */
export interface OpenMerge {
  readonly by: string | null;
  /** Instant at which the other side saved; null if the answer does not contain it. */
  readonly at: string | null;
  /** Fields that only the other side changed. */
  readonly followed: readonly string[];
}
