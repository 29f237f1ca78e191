// Writes the activity: at the end of each unit, in its transaction, from the changes and acts that it noted.
import { contract } from '#contract/index.ts';
import type { Changed, Done } from '#contract/activity.ts';
import type { Entity } from '#contract/define.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Row, StoredRowOf, RowOf } from '#server/db/engine.ts';
import { isObject } from '#server/unknown.ts';
import { encodeRow } from '#server/query/row-codec.ts';
import { merged, type Act, type RecordChange } from '#server/pipeline/changes.ts';
import { organizationIn } from '#server/query/shared.ts';
import type { EntryPlace } from './activity.ts';
import { insertEntries } from './activity-repository.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { ActivityChange, ActivityRule } from '#server/pipeline/activity-rule.ts';

const MOST_TEXT = 500;
const MOST_ITEMS = 500;
const STAMPS = new Set(['id', 'createdAt', 'updatedAt']);

interface Draft {
  noun: string;
  id: string;
  action: Done;
  /** The name of the record in the entry. */
  record: Row;
  organization: string | null;
  changed: Changed[];
  /** Where it left an organization: for those who stay there it only went. */
  left?: true;
}

const fields = new Map<string, readonly string[]>();

/** The attributes that calls can set and that the record shows: the record never holds a secret. */
export function fieldsOf(noun: string, also: readonly string[] = []): readonly string[] {
  const known = fields.get(noun);
  if (known) return known;
  const entities: Record<string, Entity | undefined> = contract;
  const declared = entities[noun];
  const set = Object.values(declared?.calls ?? {})
    .filter(({ changes, method }) => changes && method !== 'DELETE')
    .flatMap(({ input }) => Object.keys(input.shape));
  const shown = declared?.record.shape ?? {};
  const found = [...new Set([...set, ...also])].filter((key) => Object.hasOwn(shown, key) && !STAMPS.has(key));
  fields.set(noun, found);
  return found;
}

const cut = (text: string): string =>
  text.length <= MOST_TEXT ? text : `${Array.from(text).slice(0, MOST_TEXT).join('')}…`;
const isEmpty = (value: unknown): boolean => (value ?? '') === '' || (Array.isArray(value) && value.length === 0);

function plain(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return cut(value);
  if (!isObject(value)) return null;
  return cut(String(value.name ?? value.id ?? JSON.stringify(value)));
}

/** Of a reference the id: another name of the same is no change. */
const identity = (value: unknown): string => JSON.stringify((isObject(value) && value.id) || (value ?? null));
const itemsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).map((item) => cut(isObject(item) ? Object.values(item).join('.') : String(item)));

function difference(field: string, was: unknown, is: unknown): Changed {
  if (!Array.isArray(was ?? is)) return { field, before: plain(was), after: plain(is) };
  const [before, after] = [itemsOf(was), itemsOf(is)];
  const without = (list: string[], other: string[]) =>
    list.filter((item) => !other.includes(item)).slice(0, MOST_ITEMS);
  return { field, before: without(before, after), after: without(after, before) };
}

function changedOf(
  noun: string,
  { by, before, after }: ActivityChange,
  { also, persons = [], secret = {} }: ActivityRule,
): Changed[] {
  const changed = fieldsOf(noun, also)
    .filter((field) => before?.[field] !== after?.[field] && identity(before?.[field]) !== identity(after?.[field]))
    .filter((field) => by === 'user' || !persons.includes(field))
    .filter((field) => !isEmpty(before?.[field]) || !isEmpty(after?.[field]))
    .map((field) => difference(field, before?.[field], after?.[field]));
  const secrets = Object.entries(secret).filter(([column]) => before && after && before[column] !== after[column]);
  return [...changed, ...secrets.map(([, field]) => ({ field }))];
}

function draftsOf(unit: Unit, noted: RecordChange): Draft[] {
  const { kind: by, id: actor } = unit.origin.by;
  const { noun, id, before, after, organizations } = noted;
  const rule = unit.table(noun).activity ?? {};
  const change = { by, before, after };
  const record = after ?? before;
  if (!record || rule.isRecorded?.(change) === false) return [];
  const changed = changedOf(noun, change, rule);
  if (before && after && changed.length === 0) return [];
  const action =
    before && after ? (rule.actionOf?.(before, after, actor) ?? 'updated') : after ? 'created' : 'destroyed';
  const { before: left, after: entered } = organizations;
  const whole = { noun, id, action, record, organization: entered ?? left, changed };
  if (!before || left === null || entered === null || left === entered) return [whole];
  // Neither organization sees the other.
  return [
    { ...whole, record: before, organization: left, changed: [], left: true },
    { ...whole, changed: changed.map((one) => ('after' in one ? { ...one, before: null } : one)) },
  ];
}

const draftOf = (unit: Unit, { noun, row, action, details }: Act): Draft => {
  const { organization } = unit.table(noun);
  return {
    noun,
    id: String(row.id),
    action,
    record: row,
    organization: organizationIn(row, organization),
    changed: Object.entries(details).map(([field, after]) => ({ field, before: null, after: cut(after) })),
  };
};

type Actor = Pick<RowOf<'activity'>, 'actor' | 'actorKind' | 'actorName' | 'carrier' | 'ip'>;

async function actorOf(unit: Unit): Promise<Actor> {
  const { by, carrier, ip } = unit.origin;
  const known = by.noun && by.id !== null ? await unit.lookup(by.noun, [by.id]) : undefined;
  const actorName = by.name ?? known?.get(by.id ?? '')?.name ?? '';
  return { actor: by.id, actorKind: by.kind, actorName: cut(actorName), carrier, ip };
}

async function entryOf(unit: Unit, actor: Actor, draft: Draft): Promise<StoredRowOf<'activity'>> {
  const { noun, id, action, record, organization, left } = draft;
  const name = unit.table(noun).activity?.nameOf?.(record) ?? record.name ?? '';
  const gone = left && (await unit.lookup('organization', [organization ?? ''])).get(organization ?? '');
  return encodeRow(unit.table('activity'), {
    id: uuidv7(Date.parse(unit.now)),
    createdAt: unit.now,
    organization,
    model: noun,
    object: id,
    name: cut(String(name)),
    action,
    ...actor,
    changed: gone ? [{ field: 'organization', before: plain(gone), after: null }] : draft.changed,
  });
}

/**
 * Makes the log: it reads nothing from the database if a unit leaves no entry, as with a client's report.
 *
 * @param feed gets the places of the entries after the commit
 */
export const makeActivityLog =
  (feed: () => { logged(places: readonly EntryPlace[]): void }) =>
  async (unit: Unit): Promise<void> => {
    const drafts = [
      ...merged(unit.changes.filter(({ followsAt }) => followsAt === null)).flatMap((change) => draftsOf(unit, change)),
      ...unit.acts.map((act) => draftOf(unit, act)),
    ];
    if (drafts.length === 0) return;
    const actor = await actorOf(unit);
    const rows: StoredRowOf<'activity'>[] = [];
    for (const draft of drafts) rows.push(await entryOf(unit, actor, draft));
    await insertEntries(unit, rows);
    const places = drafts.map(({ noun, organization }) => ({ noun, organization }));
    unit.afterCommit.push(() => feed().logged(places));
  };
