// The facts of a server that its units of work know.
import type { Table } from './table.ts';

export interface UnitHost {
  tables: ReadonlyMap<string, Table>;
  /** False without a mail server: mails reach nobody. */
  sendsMails: boolean;
}
