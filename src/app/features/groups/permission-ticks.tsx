// Permissions to read: a tick for each that is held; what few nouns have unfolds below the name.
import { TickMatrix } from '#app/ui/form/tick-matrix.tsx';
import * as m from '#text/messages.js';
import { actionText, modelRows, permissionColumns } from './permission-rows.tsx';
import type { PermissionId } from './permission-set.ts';
import { modelNote } from './permission-text.ts';

/** The permissions of one group. */
export function PermissionTicks({
  held,
  offered,
}: {
  held: readonly PermissionId[];
  offered: readonly PermissionId[];
}) {
  const own = new Set(held);
  return (
    <TickMatrix
      label={m.groups_tab_permissions()}
      corner={m.groups_may()}
      columns={permissionColumns()}
      rows={modelRows(offered).map(({ model, label, offered: all, main, more }) => ({
        id: model,
        label,
        note: modelNote(
          all.filter((id) => own.has(id)),
          all,
        ),
        cells: main.map((id) => (id === null ? null : own.has(id))),
        details: more.map((id) => ({
          term: actionText(id),
          value: own.has(id) ? m.forms_yes() : m.forms_no(),
          isNone: !own.has(id),
        })),
      }))}
    />
  );
}
