// Downloads the rows of a list as a CSV file: all that match, in the order of the list.
import type { QueryKey } from '@tanstack/react-query';
import { table } from '#app/api/call-table.gen.ts';
import { fillPath } from '#app/api/client.ts';
import { requestText } from '#app/api/http-client.ts';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';
import type { PagesOptions } from './use-list-pages.ts';

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

/** The number of lines, without those inside of quotes. */
function countRows(text: string): number {
  let [rows, quoted] = [0, false];
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    else if (char === '\n' && !quoted) rows += 1;
  }
  return rows;
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads and says how many rows there were. Throws `ApiError`. `id`: the noun in the plural. */
export async function downloadCsv<T, E extends Error, K extends QueryKey>(
  id: string,
  { parts, pageOf }: Pick<PagesOptions<T, E, K>, 'parts' | 'pageOf'>,
): Promise<void> {
  flash('info', m.lists_csv_begun());
  const texts: string[] = [];
  let total = 0;
  for (const part of parts) {
    const { url, rest } = addressOf(pageOf(part, { limit: 1, skip: 0 }).queryKey);
    const answer = await requestText({ method: 'GET', url, data: rest, headers: { Accept: 'text/csv' } });
    texts.push(texts.length === 0 ? answer.body : withoutHead(answer.body));
    total += answer.total ?? 0;
  }
  const text = texts.join('');
  const rows = countRows(text) - 1;
  save(`${id}-${new Date().toISOString().slice(0, 10)}.csv`, text);
  if (rows < total) flash('warning', m.lists_csv_cut({ rows, total }));
  else flash('positive', m.lists_csv_done({ count: rows }));
}
