// The downloads of a list as CSV: a flash says that one is under way, and how it ended. Its code is fetched when it is wanted.
import type { QueryKey } from '@tanstack/react-query';
import { readErrorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';
import type { CsvRow } from './download-csv.ts';
import { sortLimitMessage } from './list-errors.ts';
import { type PagesOptions, limitsOf } from './use-list-pages.ts';

const code = () => import('./download-csv.ts');
/** A failure is read, and answered with another try. */
const FAILED_MS = 15_000;

async function download(run: () => Promise<void>): Promise<void> {
  // It stays until the download ends.
  flash('info', m.lists_csv_begun(), { timeout: 0 });
  try {
    await run();
  } catch (error) {
    flash('negative', [m.lists_csv_failed(), sortLimitMessage(error) ?? readErrorMessage(error)], {
      timeout: FAILED_MS,
      action: { word: m.actions_try_again(), run: () => void download(run) },
    });
  }
}

/** Downloads all rows that match these queries of list calls, whatever page they ask for. `id`: the noun in the plural, which names the file. */
export const saveCsv = (id: string, ...queries: readonly { queryKey: QueryKey }[]): Promise<void> =>
  download(async () => (await code()).downloadCsv(id, queries));

/** Downloads all rows of a list in pages. */
export const savePages = <T, E extends Error, K extends QueryKey>(
  id: string,
  { parts, pageOf }: Pick<PagesOptions<T, E, K>, 'parts' | 'pageOf'>,
): Promise<void> => saveCsv(id, ...parts.map((part) => pageOf(part, limitsOf(0))));

/** Downloads rows that are at hand, with a column for each of their keys. `missing`: a sentence on those that are not. */
export const saveRows = (id: string, rows: readonly CsvRow[], missing = ''): Promise<void> =>
  download(async () => (await code()).downloadRows(id, rows, missing));
