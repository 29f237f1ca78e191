// The last edit of a record: `editedAt` moves when a writable attribute is written, and not with reports and derived columns.
import { shifted } from '#contract/time/calendar.ts';
import type { Origin } from './audit-source.ts';
import type { AnyRow, Row } from '#server/db/engine.ts';

interface Edit {
  /** The columns behind the writable attributes; undefined for a noun that no call updates. */
  writable: ReadonlySet<string> | undefined;
  origin: Origin;
  now: string;
}

const REPORTERS: readonly Origin['by']['kind'][] = ['client', 'ping'];

/** Returns the columns that note an edit of the row; none where the values write no writable attribute, or come with a report. */
export function editOf({ writable, origin, now }: Edit, row: Row & Pick<AnyRow, 'editedAt'>, values: Row): Row {
  if (!writable || REPORTERS.includes(origin.by.kind)) return {};
  if (!Object.keys(values).some((column) => writable.has(column))) return {};
  return { editedAt: after(row.editedAt ?? '', now), editedBy: editorOf(origin) };
}

/** Returns the columns that note the making of a row as its first edit. */
export const firstEditOf = ({ writable, origin, now }: Edit): Row =>
  writable ? { editedAt: now, editedBy: editorOf(origin) } : {};

/** Null for jobs and clients. */
const editorOf = ({ by }: Origin): string | null => (by.kind === 'user' ? by.id : null);

/** Two edits never have the same moment, not even within a millisecond or by a clock that went back: If-Match compares it. */
const after = (last: string, now: string): string => (last < now ? now : shifted(last, 1));
