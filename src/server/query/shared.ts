// Rows without an organization: shared by all where their table says so, else only for users with `allOrganizations`.
import type { Action } from '#contract/define.ts';
import { forbidden, type ApiError } from '#server/pipeline/errors.ts';
import type { Row } from '#server/db/engine.ts';
import type { Table } from '#server/pipeline/table.ts';

/** How the rows of a table are shared. */
export interface Shared {
  /** The attributes that depend on what the reader may see: events leave them out for users of only some organizations. */
  readonly restrictedFields: readonly string[];
}

/** Returns the id in the organization column of a row; null where the row has none, or its table no such column. */
export function organizationIn(row: Row, column: string | null): string | null {
  const id = column === null ? null : row[column];
  return typeof id === 'string' ? id : null;
}

/** Returns whether an action on the row is within the scope. A shared row may be read in any scope. */
export function isWithin(
  { organization: column, shared }: Table,
  row: Row,
  scope: 'all' | readonly string[],
  action: Action,
): boolean {
  if (column === null || scope === 'all') return true;
  const organization = organizationIn(row, column);
  return organization === null ? shared !== undefined && action === 'read' : scope.includes(organization);
}

/** The error of a change of a shared row by a user of only some organizations. */
export const sharedRow = (noun: string): ApiError =>
  forbidden(`This ${noun} is shared by all organizations. Only users with \`allOrganizations\` can change it.`);
