// The reason why one system of a bulk change was left as it is.
import { reader } from '#app/device/reader.ts';
import type { Answer } from '#app/api/types.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

type Result = Answer<'job', 'get'>['results'][number];

/** The texts by error code. Another failure has a general one. */
const texts: Readonly<Record<string, () => string>> = {
  E_FORBIDDEN: m.systems_bulk_forbidden,
  E_NOT_FOUND: m.systems_bulk_not_found,
  E_DANGLING: m.systems_bulk_other_owner,
  E_NOT_CONNECTED: m.systems_bulk_not_connected,
  E_INTERNAL: m.errors_server_unchanged,
};

/** The sentence of a failure: "Jonas Berg changed it 03:11." */
export function failureText({ code = '', editedBy, editedAt }: Result): string {
  if (code !== 'E_CHANGED') return texts[code]?.() ?? m.errors_refused_unchanged();
  const time = editedAt === undefined ? '' : formatMoment(editedAt, Date.now(), reader());
  return editedBy ? m.systems_bulk_changed_by({ name: editedBy.name, time }) : m.systems_bulk_changed({ time });
}
