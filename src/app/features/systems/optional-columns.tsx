// The columns of the table of systems that are shown only where a person chose them.
import type { ReactNode } from 'react';
import { reader } from '#app/device/reader.ts';
import { contractText, kindText, methodText } from '#app/features/system-settings/system-labels.ts';
import type { ListColumn } from '#app/ui/list/list-types.ts';
import { formatBytes, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { byAttribute } from './systems-filter.ts';
import type { ListedSystem } from './systems-pages.ts';

/**
 * After the usual columns, in this order. `now` in epoch ms. An address has no order: it is one of two attributes, and the
 * order of its text is not that of the numbers in it.
 */
export function optionalColumns(now: number): readonly ListColumn<ListedSystem>[] {
  const column = (
    id: string,
    header: string,
    width: number,
    attribute: string | null,
    cell: (system: ListedSystem) => ReactNode,
  ) => ({ id, header, width, cell, isOptional: true, ...(attribute !== null && { sort: byAttribute(attribute) }) });
  const ownDirection = { dir: 'auto' } as const;
  return [
    {
      ...column('kept', m.systems_kept(), 92, 'keepSize', ({ keepSize }) => formatBytes(keepSize, reader())),
      align: 'end',
    },
    {
      ...column('retention', m.systems_retention(), 130, 'retentionName', ({ retention }) => retention?.name),
      ...ownDirection,
    },
    column('kind', m.systemform_kind(), 120, 'kind', ({ kind }) => kindText(kind)),
    column('method', m.systemform_method(), 120, 'backupMethod', ({ backupMethod }) => methodText(backupMethod)),
    {
      ...column('address', m.systems_address(), 130, null, ({ internalIp, ip }) => internalIp ?? ip),
      ...ownDirection,
      className: 'font-mono text-code',
    },
    column('connection', m.client_last_connection(), 132, 'lastConnection', ({ lastConnection }) =>
      lastConnection === null ? m.systems_never() : formatMoment(lastConnection, now, reader()),
    ),
    column('contract', m.systemform_contract(), 100, 'contractStatus', ({ contractStatus }) =>
      contractText(contractStatus),
    ),
    {
      ...column('manager', m.systemform_manager(), 140, 'projectManager', ({ projectManager }) => projectManager),
      ...ownDirection,
    },
  ];
}
