// The columns and rows of the matrix of permissions, as both of its forms need them.
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import type { MatrixColumn } from '#app/ui/form/matrix.tsx';
import * as m from '#text/messages.js';
import { type PermissionId, actionOf, mainActions, modelOf, moreActions } from './permission-set.ts';
import { modelText } from './permission-text.ts';

/** An eye under an arch: every organization. */
const SeeAll = () => (
  <svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d="M3 7.5C5.5 5 8.5 3.7 12 3.7s6.5 1.3 9 3.8" strokeLinecap="round" />
    <path d="M2.5 14c2.3-3.6 5.6-5.4 9.5-5.4s7.2 1.8 9.5 5.4c-2.3 3.6-5.6 5.4-9.5 5.4S4.8 17.600 2.500 14Z" />
    <circle cx="12" cy="14" r="2.3" />
  </svg>
);

const icons: Record<(typeof mainActions)[number], ReactNode> = {
  read: <Icon name="eye" />,
  readAll: <SeeAll />,
  create: <Icon name="plus" />,
  update: <Icon name="pencil" />,
  destroy: <Icon name="trash" />,
};

/** The five columns: See, See all, Add, Edit, Delete. */
export const permissionColumns = (): MatrixColumn[] =>
  mainActions.map((action) => ({ id: action, label: m.groups_column({ action }), icon: icons[action] }));

/** The permissions of one noun. */
export interface ModelRow {
  readonly model: string;
  readonly label: string;
  readonly offered: readonly PermissionId[];
  /** In the order of the columns. */
  readonly main: readonly (PermissionId | null)[];
  readonly more: readonly PermissionId[];
}

/** A row for each noun, by its name. */
export function modelRows(offered: readonly PermissionId[]): ModelRow[] {
  const known = new Set(offered);
  return [...new Set(offered.map(modelOf))]
    .map((model) => ({
      model,
      label: modelText(model),
      offered: offered.filter((id) => modelOf(id) === model),
      main: mainActions.map((action) => (known.has(`${model}.${action}`) ? `${model}.${action}` : null)),
      more: moreActions.map((action) => `${model}.${action}`).filter((id) => known.has(id)),
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

/** "Download", "Read key". */
export const actionText = (id: PermissionId): string => m.groups_column({ action: actionOf(id) });
