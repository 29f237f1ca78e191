// The downloads of a list as CSV: a flash says that one is under way, and how it ended. Its code is fetched when it is wanted.
import type { QueryKey } from '@tanstack/react-query';
import { readErrorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';
import type { PagesOptions } from './use-list-pages.ts';

/** The rows of a list that the server lists. */
export type CsvPages<T, E extends Error, K extends QueryKey> = Pick<PagesOptions<T, E, K>, 'parts' | 'pageOf'>;

const code = () => import('./download-csv.ts');
/** A failure is read, and answered with another try. */
const FAILED_MS = 15_000;

async function download(run: () => Promise<void>): Promise<void> {
  // It stays until the download ends.
  flash('info', m.lists_csv_begun(), { timeout: 0 });
  try {
    await run();
  } catch (error) {
    flash('negative', [m.lists_csv_failed(), readErrorMessage(error)], {
      timeout: FAILED_MS,
      action: { word: m.actions_try_again(), run: () => void download(run) },
    });
  }
}

/** Downloads all rows that the server lists. `id`: the noun in the plural, which names the file. */
export const saveCsv = <T, E extends Error, K extends QueryKey>(id: string, pages: CsvPages<T, E, K>): Promise<void> =>
  download(async () => (await code()).downloadCsv(id, pages));

/** Downloads rows that are all at hand, each with the cells of `names`. */
export const saveRows = (
  id: string,
  names: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Promise<void> => download(async () => (await code()).downloadRows(id, names, rows));
