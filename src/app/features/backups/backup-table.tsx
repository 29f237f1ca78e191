// The newest backups as a table: for the first page of a system on a desk.
import { bytesWords, stampWords } from '#app/ui/format.ts';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { type Backup, oddSize, usualSize } from '#app/features/systems/system-days.ts';
import type { Held } from '#app/features/systems/system-frame.tsx';

const ROWS = 8;

/** When, which file, how large, where; and the way to all of them. */
export function NewestBackups({
  held,
  backups,
  total,
}: {
  held: Held;
  backups: readonly Backup[];
  total: number | undefined;
}) {
  const Link = useLink();
  return (
    <section className="ms-3 me-1 mt-2 min-w-0 rounded-card bg-s1 px-5 py-3">
      <table className="w-full table-fixed text-base">
        <caption className="sr-only">The newest backups</caption>
        <thead>
          <tr className="text-start text-text2 text-[0.875rem] [&>th]:py-1.5 [&>th]:font-[650]">
            <th className="w-30 text-start">Arrived</th>
            <th className="text-start">File</th>
            <th className="w-26 text-end">Size</th>
          </tr>
        </thead>
        <tbody>
          {backups.slice(0, ROWS).map((backup, index) => {
            const odd = oddSize(backup.size, usualSize(backups.slice(index + 1)));
            return (
              <tr key={backup.id} className="border-t border-line [&>td]:py-2.5">
                <td className="tabular-nums">{stampWords(backup.date)}</td>
                <td className="truncate pe-3 font-mono text-code" title={backup.file}>
                  {backup.file}
                </td>
                <td className="text-end tabular-nums whitespace-nowrap">
                  {odd && <Mark kind="size" size={14} grow={odd === 'large'} className="me-1.5 inline" />}
                  {bytesWords(backup.size)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {total === 0 && <p className="py-3 text-text2">No backup has arrived yet.</p>}
      {(total ?? 0) > 0 && (
        <Link to={`/admin/system/backups?id=${held.system.id}`} className="inline-flex min-h-11 items-center underline">
          All {total} backups
        </Link>
      )}
    </section>
  );
}
