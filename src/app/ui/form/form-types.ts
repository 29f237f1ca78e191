// Types of the form kit: the description of a form's fields, validation issues, and the outcome of a failed save.

/** The values of a form by field name; `unknown` inside the kit, typed at its edge. */
export type Values = Record<string, unknown>;

/** One problem with one value: a code and the values a sentence about it needs, never a sentence. */
export interface FormIssue {
  /** Attribute names from the outside in. */
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly [value: string]: unknown;
}

/** One field, described once for labels, the save bar, the leave question and the merge. */
export interface FieldSpec<T> {
  /** Above the control: "First name". */
  readonly label: string;
  /** In a running sentence: "first name". */
  readonly short: string;
  /** The value as people read it. Default: the value as text. */
  readonly text?: (value: T) => string;
  /** The value as it is compared and sent. Default: texts without spaces at their ends. */
  readonly normalize?: (value: T) => T;
  /** Write-only: starts empty, is sent only when typed, never stored in a draft and never shown. */
  readonly secret?: boolean;
  /** Shown and sent only beside these changes, never a change of its own: the current password. */
  readonly confirms?: (changed: readonly string[]) => boolean;
  /** Attributes of the wire that this field holds. Default: its own name. */
  readonly attributes?: readonly string[];
}

/** Every field of a form, in the order of the screen. */
export type FieldTable<V> = { readonly [K in keyof V & string]: FieldSpec<V[K]> };

/** Returns the issues of what would be sent; none for valid input. */
export type Validate = (input: Values) => readonly FormIssue[];

/** One changed field, for lists of changes. */
export interface FormChange {
  readonly name: string;
  readonly label: string;
  readonly short: string;
  readonly was: string;
  readonly now: string;
}

/** The reason of a failed save, read from the error by the caller of the kit. */
export interface SaveFailure<R> {
  readonly issues: readonly FormIssue[];
  /** Says what no field can say; null where the issues say it all. */
  readonly text: string | null;
  /** The record was edited since it was read (412). Without `record` the form reads it again. */
  readonly conflict?: { readonly record: R | null; readonly by: string | null; readonly at: string | null };
}

/** Changed values and the values they were based on, for storage on the device. Never holds a secret. */
export interface StoredDraft {
  readonly was: Values;
  readonly mine: Values;
}

/** Storage of the draft beyond the end of the session or of the page; null for none. */
export interface DraftStore {
  read(): StoredDraft | null;
  write(draft: StoredDraft | null): void;
}
