// The download of a list, fetched when it is wanted.
import type { QueryKey } from '@tanstack/react-query';
import { readErrorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import type { PagesOptions } from './use-list-pages.ts';

/** Downloads all rows of the list as CSV. `id`: the noun in the plural. */
export async function saveCsv<T, E extends Error, K extends QueryKey>(
  id: string,
  pages: PagesOptions<T, E, K>,
): Promise<void> {
  try {
    const { downloadCsv } = await import('./download-csv.ts');
    await downloadCsv(id, pages);
  } catch (error) {
    flash('negative', readErrorMessage(error));
  }
}
