// The parts of a noun that its screen needs: calls, addresses, values and sentences; and the parts of the screen itself.
import type { Endpoint } from '#app/api/client.ts';
import type { ReactNode } from 'react';
import type { FieldTable } from '#app/ui/form/form-types.ts';
import type { RecordFormOptions } from '#app/ui/form/record-form-options.ts';
import { leadsTo } from '#app/features/lists/list-searches.ts';
import type { Action } from '#contract/define.ts';
import type { Me } from '#app/auth/me.ts';
import type { InputSchema } from './schema-validation.ts';

/** The attributes of every record that a form edits. */
export interface NamedRecord {
  readonly id: string;
  /** Left out by nouns that have none; their kind then says `nameOf`. */
  readonly name?: string;
  readonly editedAt: string;
  /** Null or absent: shared by all organizations. */
  readonly organizationId?: string | null;
}

/** The calls of a noun, as `api.<noun>` has them. */
interface RecordCalls<R, C, U> {
  get: Endpoint<{ id: string }, R, never>;
  create(input: C): Promise<R>;
  update(input: U & { id: string }, options: { ifMatch: string }): Promise<R>;
  destroy(input: { id: string }): Promise<unknown>;
}

/** The sentences of a noun's screen. */
export interface RecordTexts<R> {
  /** The list that the breadcrumb leads to: "Schedules". */
  readonly list: string;
  /** The title before the record is there: "Schedule". */
  readonly one: string;
  /** The title of a new record. */
  readonly add: string;
  readonly save: string;
  readonly notLoaded: string;
  /** The reason why there is no form. Default: by the organization of the record. */
  readonly readOnly?: (me: Me) => string;
  /** "Delete schedule". */
  readonly remove: string;
  /** The records that go with it, or the reason why it stays. */
  readonly removeDetail: (record: R) => string;
}

/**
 * One kind of record. `R`: the record, `V`: the values of its form, `C` and `U`: the inputs of `create` and, without the
 * id, `update`.
 */
export interface RecordKind<R extends NamedRecord, V extends object, C extends object, U extends object> {
  /** Its declaration in the contract: the permissions and schemas of its calls. */
  readonly entity: {
    readonly noun: string;
    readonly calls: { readonly create: { input: InputSchema }; readonly update: { input: InputSchema } };
  };
  readonly calls: RecordCalls<R, C, U>;
  /** The address of the list. */
  readonly listHref: string;
  /** The address of the screen of one record. */
  readonly hrefOf: (id: string) => string;
  /** In the order of the screen. */
  readonly fields: () => FieldTable<V>;
  /** The values of a new record. */
  readonly initial: V;
  /** Values that are filled in for a new record, as changes that are not saved yet. */
  readonly filled?: Partial<V>;
  readonly read: (record: R) => V;
  /** True for a row of a list in place of the record: attributes that the form shows are missing. */
  readonly isPart?: (record: R) => boolean;
  readonly toInput: { (values: V): C; (changes: Partial<V>): U };
  /** Names the draft of a new record, where each place has its own. */
  readonly draftOf?: string;
  /** The name of a record that has no attribute of that name. */
  readonly nameOf?: (record: R) => string;
  /** The sentence of an issue, where the general one says too little. */
  readonly issueText?: RecordFormOptions<V, R, U>['issueText'];
  readonly texts: () => RecordTexts<R>;
  /** Deleting it on a desk asks for its name, because much goes with it. */
  readonly deleteAsksName?: boolean;
  /**
   * Decides beside the permission who may make (null), change or delete a record. Default: by the organization of the
   * record; a new one needs the permission alone.
   */
  readonly allows?: (me: Me, record: R | null) => boolean;
}

/** The values that a preview shows. */
export interface Previewed<R, V> {
  readonly values: V;
  /** The saved record; null for a new one. */
  readonly record: R | null;
  /** The values cannot be changed. */
  readonly readOnly: boolean;
}

/** The screen of a kind of record. */
export interface RecordScreenProps<R extends NamedRecord, V extends object, C extends object, U extends object> {
  kind: RecordKind<R, V, C, U>;
  /** The fields of the form. */
  fields: ReactNode;
  /** The tabs of its page, below the breadcrumb. */
  tabs?: ReactNode;
  /** The meaning of the values, in words and as a picture; left out where the fields say it all. */
  renderPreview?: (shown: Previewed<R, V>) => ReactNode;
  /** Rows below the values for those who may not change the record. */
  renderReadOnly?: (record: R) => ReactNode;
  /** The inside of the sheet that deletes the record, around the button. */
  renderDeleting?: (record: R, confirm: ReactNode) => ReactNode;
}

/** The name of a record, for titles and messages. */
export const recordName = <R extends NamedRecord>({ nameOf }: { nameOf?: (record: R) => string }, record: R): string =>
  nameOf?.(record) ?? record.name ?? '';

/** The permission of a call. */
export const permissionOf = ({ entity }: { entity: { noun: string } }, action: Action): `${string}.${Action}` =>
  `${entity.noun}.${action}`;

/** The properties of its page: breadcrumb and Back lead to the list with its last search. */
export const pageOf = <R>({ listHref, texts }: { listHref: string; texts: () => { list: string } & R }) =>
  leadsTo(listHref, texts().list);
