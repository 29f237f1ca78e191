// The newest backups of a system as a table, for wide screens.
import { reader } from '#app/device/reader.ts';
import { formatBytes, formatDateTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { type Backup, unusualSize, usualSize } from '#app/features/systems/system-days.ts';
import type { Held } from '#app/features/systems/system-frame.tsx';

const ROWS = 8;

/** Date, file and size of the newest backups, and a link to all of them. */
export function NewestBackups({ held, backups, total }: { held: Held; backups: readonly Backup[]; total: number }) {
  const Link = useLink();
  return (
    <section className="ms-3 me-3 mt-2 @min-[46rem]:me-1 min-w-0 rounded-card bg-s1 px-5 py-3">
      <table className="w-full table-fixed text-base">
        <caption className="sr-only">{m.backups_newest()}</caption>
        <thead>
          <tr className="text-start text-text2 text-[0.875rem] [&>th]:py-1.5 [&>th]:font-[650]">
            <th className="w-[10.5rem] text-start">{m.backups_arrived()}</th>
            <th className="text-start @max-[30rem]:hidden">{m.backups_file()}</th>
            <th className="w-[6.5rem] text-end">{m.backups_size()}</th>
          </tr>
        </thead>
        <tbody>
          {backups.slice(0, ROWS).map((backup, index) => {
            const unusual = unusualSize(backup.size, usualSize(backups.slice(index + 1)));
            return (
              <tr key={backup.id} className="border-t border-line [&>td]:py-2.5">
                <td className="tabular-nums">
                  {formatDateTime(backup.date, reader())}
                  {backup.fault && (
                    <span className="block text-misstext">
                      <Mark kind="failed" size={14} className="me-1.5 inline" />
                      {m.backups_fault({ fault: backup.fault })}
                    </span>
                  )}
                </td>
                <td dir="auto" className="truncate pe-3 font-mono text-code @max-[30rem]:hidden" title={backup.file}>
                  {backup.file}
                </td>
                <td className="text-end tabular-nums whitespace-nowrap">
                  {unusual && <Mark kind="size" size={14} grow={unusual === 'large'} className="me-1.5 inline" />}
                  {formatBytes(backup.size, reader())}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {total === 0 && <p className="py-3 text-text2">{m.backups_none_yet()}</p>}
      {total > 0 && (
        <Link to={`/admin/system/backups?id=${held.system.id}`} className="inline-flex min-h-11 items-center underline">
          {m.backups_all({ count: total })}
        </Link>
      )}
    </section>
  );
}
