// Downloads the rows of a list as a CSV file: all that match, in the order of the list, or those that are at hand.
import type { QueryKey } from '@tanstack/react-query';
import { table } from '#app/api/call-table.gen.ts';
import { fillPath } from '#app/api/client.ts';
import { requestText } from '#app/api/http-client.ts';
import { cachedSession } from '#app/auth/me.ts';
import { dismissFlash, flash, flashNow } from '#app/device/flash.ts';
import { MOST_CSV_ROWS, csvCell, csvLine } from '#contract/csv.ts';
import * as m from '#text/messages.js';

/** All rows of a list have the same keys. */
export type CsvRow = Readonly<Record<string, string | number | boolean | null>>;

/** Spreadsheets take a file without it for one of the local code page. */
const BYTE_ORDER_MARK = '\ufeff';
const calls = table as unknown as Record<string, Record<string, readonly [method: string, path: string]>>;

/** Without the limits of a page, and with every attribute. */
function addressOf([noun, call, input]: QueryKey): { url: string; rest: object } {
  const [, path = ''] = calls[String(noun)]?.[String(call)] ?? [];
  const asked = { ...(input as Record<string, unknown>) };
  for (const key of ['limit', 'skip', 'omit']) delete asked[key];
  return fillPath(path, asked);
}

const withoutHead = (text: string): string => text.slice(text.indexOf('\n') + 1);

/** The file has the name of the list and the day. */
function save(id: string, text: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }));
  const name = `${id}-${new Date().toISOString().slice(0, 10)}.csv`;
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function dismissBegun(): void {
  if (flashNow().messages[0] === m.lists_csv_begun()) dismissFlash();
}

const personNow = (): string | undefined => cachedSession()?.user?.id;

/** Downloads and says how many rows there were. Throws `ApiError`. `id`: the noun in the plural. */
export async function downloadCsv(id: string, queries: readonly { queryKey: QueryKey }[]): Promise<void> {
  const person = personNow();
  const texts: string[] = [];
  let [rows, total] = [0, 0];
  for (const { queryKey } of queries) {
    const { url, rest } = addressOf(queryKey);
    const answer = await requestText({ method: 'GET', url, data: rest, headers: { Accept: 'text/csv' } });
    texts.push(texts.length === 0 ? answer.body : withoutHead(answer.body));
    const found = answer.total ?? 0;
    total += found;
    rows += Math.min(found, MOST_CSV_ROWS);
  }
  // The rows are those of the person who asked, not of another one who has signed in meanwhile.
  if (personNow() !== person) return dismissBegun();
  save(id, texts.join(''));
  if (rows < total) flash('warning', m.lists_csv_cut({ rows, total }));
  else flash('positive', m.lists_csv_done({ count: rows }));
}

/** Downloads rows that are at hand, below a line of their keys. `missing`: a sentence on those that are not. */
export function downloadRows(id: string, rows: readonly CsvRow[], missing: string): void {
  const names = Object.keys(rows[0] ?? {});
  save(id, [names, ...rows.map((row) => names.map((name) => csvCell(row[name] ?? '')))].map(csvLine).join(''));
  const done = m.lists_csv_done({ count: rows.length });
  if (missing) flash('warning', [done, missing]);
  else flash('positive', done);
}
