// CSV as lists are downloaded: cells, quoted where they must be, and nothing that a spreadsheet would run as a formula.

/** Most rows of one answer. */
export const MOST_CSV_ROWS = 100_000;

/** Spreadsheets run a cell that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** Returns one cell. Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvCell(value: string | number | boolean): string {
  const text = String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns one line of cells, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
