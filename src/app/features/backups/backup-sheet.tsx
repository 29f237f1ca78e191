// The sheet of one backup: its facts, its key to copy, its download; or the log of a run that failed.
import { useState } from 'react';
import { reader } from '#app/device/reader.ts';
import { formatBytes } from '#text/format.ts';
import * as m from '#text/messages.js';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { type Entry, sizeDifference } from './backup-days.ts';
import { dayAndTime } from '#app/features/systems/system-sentences.ts';
import type { System } from '#app/features/systems/system-format.ts';

type BackupEntry = Extract<Entry, { kind: 'backup' }>;

interface BackupSheetProps {
  entry: Entry | null;
  anchor: HTMLElement | null;
  system: System;
  onClose: () => void;
}

/** Open while there is an entry. */
export function BackupSheet({ entry, anchor, system, onClose }: BackupSheetProps) {
  const at = entry?.kind === 'backup' ? entry.backup.date : entry?.kind === 'failed' ? entry.at : null;
  const time = at === null ? '' : dayAndTime(at);
  const failed = entry?.kind === 'failed';
  return (
    <Sheet
      open={entry !== null}
      onClose={onClose}
      anchor={anchor}
      title={failed ? m.backups_failed_at({ time }) : time}
      detail={failed ? (system.failedReason ?? m.backups_no_reason()) : system.name}
    >
      {entry?.kind === 'backup' && <BackupFacts entry={entry} />}
      {failed && <FailedLog log={system.lastBackupLog} />}
    </Sheet>
  );
}

/** `log` is undefined while only the list row of the system is known. */
function FailedLog({ log }: { log: string | null | undefined }) {
  if (log === undefined) return null;
  if (!log?.trim()) return <p className="text-text2 px-2 pb-3">{m.backups_no_log()}</p>;
  return (
    <pre className="rounded-[18px] bg-bg p-3.5 font-mono text-code text-[0.875rem]/[1.45] tracking-[-0.01em] whitespace-pre-wrap wrap-anywhere">
      {log}
    </pre>
  );
}

function BackupFacts({ entry: { backup, usual } }: { entry: BackupEntry }) {
  const mayDownload = useCanIn('backup.download', backup.organizationId);
  const delta = sizeDifference(backup.size, usual);
  return (
    <>
      <div className="pb-3">
        <Facts>
          <FactRow term={m.backups_file()}>
            <bdi className="font-mono text-code wrap-anywhere">{backup.file}</bdi>
          </FactRow>
          <FactRow term={m.backups_size()} note={delta}>
            {formatBytes(backup.size, reader())}
          </FactRow>
          <FactRow term={m.backups_checksum()}>
            {backup.sha256 === null ? (
              m.backups_not_reported()
            ) : (
              <span className="font-mono text-code wrap-anywhere">{backup.sha256.slice(0, 16)}…</span>
            )}
          </FactRow>
          <FactRow term={m.backups_stored()}>{storedText(backup)}</FactRow>
          <FactRow term={m.backups_fileset()}>
            {backup.fileset === null ? (
              m.backups_no_fileset()
            ) : (
              <bdi>{backup.fileset.name || m.backups_fileset_unnamed()}</bdi>
            )}
          </FactRow>
          <FactRow term={m.backups_received()}>{dayAndTime(backup.createdAt)}</FactRow>
        </Facts>
      </div>
      {backup.key !== '' && (
        <div className="grid gap-2">
          <Button kind="quiet" wide onPress={() => void copy(backup.key)}>
            <Icon name="key" />
            {m.backups_copy_key()}
          </Button>
          {mayDownload && <Download backup={backup} />}
        </div>
      )}
    </>
  );
}

function storedText({ key, fault }: BackupEntry['backup']): string {
  if (fault !== null) return m.backups_fault({ fault });
  return key === '' ? m.backups_stored_elsewhere() : m.backups_stored_here();
}

/** The browser saves the file and shows the progress: it is large, and goes on after the page is closed. */
function Download({ backup: { key, file, size } }: Pick<BackupEntry, 'backup'>) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const { url } = await queryClient.fetchQuery({ ...api.backup.downloadUrl.queryOptions({ key }), staleTime: 0 });
      // A link and no navigation: that would end an upload, or show an error in place of the page.
      Object.assign(document.createElement('a'), { href: url, download: file }).click();
      flash('info', m.backups_download_begun({ file, size: formatBytes(size, reader()) }));
    } catch (error) {
      flash('negative', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="lamp" wide size="large" busy={busy} onPress={() => void start()}>
      <Icon name="down" />
      {m.backups_download()}
    </Button>
  );
}

async function copy(key: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(key);
    flash('positive', m.backups_key_copied());
  } catch {
    flash('negative', m.backups_copy_failed());
  }
}
