// Lists as CSV: every row that matches, page by page, so that no answer is held in memory as a whole.
import type { Criteria } from '#contract/criteria.ts';
import { MOST_CSV_ROWS, csvCell, csvLine } from '#contract/csv.ts';
import * as z from 'zod/mini';
import { unwrapSchema, type ObjectSchema } from '#contract/define.ts';
import type { Answer } from './dispatch.ts';
import { propertyOf } from '#server/unknown.ts';
import type { Row } from '#server/db/engine.ts';

/** The rows of one page; also the limit of a list that names none. */
const PAGE = 1000;
/** Each page begins with the last rows of the one before: as many may be deleted or move up meanwhile and none is missed. */
const OVERLAP = 100;

/** Returns whether the header asks for CSV first. */
export const isCsv = (accept: string | undefined): boolean => /^\s*text\/csv\b/i.test(accept ?? '');

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object');
    return isPlain ? value.join('; ') : JSON.stringify(value);
  }
  if (typeof value !== 'object') return String(value);
  const [name, email] = [propertyOf(value, 'name'), propertyOf(value, 'email')];
  if (typeof name !== 'string') return JSON.stringify(value);
  // Two people may have one name, and one who was only invited has none.
  return typeof email === 'string' && email !== '' ? `${name} <${email}>`.trimStart() : name;
}

/** Returns one cell of a record: of a reference its name, of a person also the email address, of a list its words. */
export const cellOf = (value: unknown): string => csvCell(typeof value === 'number' ? value : textOf(value));

/** Without the attributes that only `populate` adds, which no list of a page has. */
function columnsOf(record: ObjectSchema, { select, omit }: Criteria, [row]: readonly Row[]): string[] {
  const isAdded = (schema: z.ZodMiniType) =>
    schema instanceof z.ZodMiniOptional && unwrapSchema(schema) instanceof z.ZodMiniArray;
  const shown = Object.entries(record.shape).flatMap(([key, schema]) =>
    isAdded(schema) && row?.[key] === undefined ? [] : [key],
  );
  if (select) return shown.filter((key) => key === 'id' || select.includes(key));
  return shown.filter((key) => key === 'id' || !omit.includes(key));
}

/** Reads one page of the list: its rows, as the answer in JSON has them, and the number of all. */
type ReadPage = (criteria: Criteria) => Promise<{ rows: Row[]; total: number }>;

/**
 * Returns the answer. The first page is read before it begins, so that what is refused is an error as always; a failure of
 * a later page ends the connection, and the file is not taken for whole.
 */
export async function csvAnswer(
  { noun, record }: { noun: string; record: ObjectSchema },
  criteria: Criteria,
  readPage: ReadPage,
): Promise<Pick<Answer, 'status' | 'headers' | 'body' | 'stream'>> {
  const most = criteria.limit < PAGE ? criteria.limit : MOST_CSV_ROWS;
  const first = await readPage({ ...criteria, limit: Math.min(PAGE, most) });
  const columns = columnsOf(record, criteria, first.rows);
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(columns);
    const seen = new Set<unknown>();
    for (let { rows } = first, { skip } = criteria; ;) {
      // A row that moved to a later page meanwhile was sent already.
      const fresh = rows.filter(({ id }) => !seen.has(id)).slice(0, most - seen.size);
      for (const { id } of fresh) seen.add(id);
      yield fresh.map((row) => csvLine(columns.map((key) => cellOf(row[key])))).join('');
      if (rows.length < PAGE || seen.size >= most) return;
      skip += PAGE - OVERLAP;
      ({ rows } = await readPage({ ...criteria, limit: PAGE, skip }));
    }
  }
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${noun}.csv"`,
      'x-total-count': String(first.total),
    },
    body: null,
    stream: lines(),
  };
}
