// The backups of an orphan: time, size, file, and the key to copy.
import { Icon } from '#app/ui/primitives/icon.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { flash } from '#app/device/flash.ts';
import { reader } from '#app/device/reader.ts';
import { formatBytes, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { Orphan } from './orphans-list.tsx';

type Left = NonNullable<Orphan['backups']>[number];

async function copyKey({ key }: Left): Promise<void> {
  try {
    await navigator.clipboard.writeText(key);
    flash('positive', m.backups_key_copied());
  } catch {
    flash('negative', m.backups_copy_failed());
  }
}

const keyIcon = <Icon name="key" size={22} className="inline flex-none text-text2" />;
const FileText = ({ file }: Pick<Left, 'file'>) => (
  <>
    {file}
    <span className="sr-only">{m.orphans_copy_key({ file })}</span>
  </>
);

/** A row copies its key. The list at a moment (epoch ms). */
export const leftBackups = (now: number): ListDescription<Left> => ({
  label: m.backups_title(),
  keyOf: ({ key }) => key,
  nameOf: ({ file }) => file,
  onOpen: (backup) => void copyKey(backup),
  rowHeight: 72,
  renderRow: ({ date, file, size }) => (
    <span className="flex h-full w-full items-center gap-4 px-4">
      <span className="min-w-0 flex-1">
        <b className="block truncate">{formatMoment(date, now, reader())}</b>
        <bdi className="block truncate font-mono text-code text-text3">
          <FileText file={file} />
        </bdi>
      </span>
      <span className="flex-none tabular-nums">{formatBytes(size, reader())}</span>
      {keyIcon}
    </span>
  ),
  titlesInTable: true,
  columns: [
    {
      id: 'date',
      header: m.backups_arrived(),
      width: 170,
      sort: { ascending: 'oldest', descending: 'newest' },
      cell: ({ date }) => formatMoment(date, now, reader()),
    },
    {
      id: 'file',
      header: m.backups_file(),
      width: 280,
      grow: 1,
      link: true,
      className: 'font-mono text-code',
      cell: FileText,
    },
    {
      id: 'size',
      header: m.backups_size(),
      width: 120,
      align: 'end',
      sort: { ascending: 'smallest', descending: 'largest' },
      cell: ({ size }) => (
        <>
          {formatBytes(size, reader())} {keyIcon}
        </>
      ),
    },
    {
      id: 'key',
      header: m.orphans_key(),
      width: 260,
      grow: 1,
      className: 'font-mono text-code',
      dir: 'auto',
      cell: ({ key }) => key,
    },
  ],
});
