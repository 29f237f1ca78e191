// The sheet of one backup: its facts, its key to copy, its download; or the log of a run that failed.
import { useState } from 'react';
import { bytesWords, dayWords, stampWords } from '#app/ui/format.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useCan } from '#app/auth/me.ts';
import { type Entry, deltaWords } from './backup-days.ts';
import type { System } from '#app/features/systems/system-format.ts';

type BackupEntry = Extract<Entry, { kind: 'backup' }>;

interface BackupSheetProps {
  entry: Entry | null;
  anchor: HTMLElement | null;
  system: System;
  onClose: () => void;
}

/** Opens while there is an entry. */
export function BackupSheet({ entry, anchor, system, onClose }: BackupSheetProps) {
  const at = entry?.kind === 'backup' ? entry.backup.date : entry?.kind === 'failed' ? entry.at : null;
  const when = at === null ? '' : `${dayWords(at)}, ${stampWords(at).slice(-5)}`;
  const failed = entry?.kind === 'failed';
  return (
    <Sheet
      open={entry !== null}
      onClose={onClose}
      anchor={anchor}
      title={failed ? `Failed ${when}` : when}
      detail={failed ? (system.failedReason ?? 'The client gave no reason') : system.name}
    >
      {entry?.kind === 'backup' && <BackupFacts entry={entry} />}
      {failed && <FailedLog log={system.lastBackupLog} />}
    </Sheet>
  );
}

function FailedLog({ log }: { log: string | null }) {
  if (log === null || log.trim() === '')
    return <p className="text-text2 px-2 pb-3">The client sent no log of this run.</p>;
  return (
    <pre className="rounded-[18px] bg-bg p-3.5 font-mono text-code text-[0.875rem]/[1.45] tracking-[-0.01em] whitespace-pre-wrap wrap-anywhere">
      {log}
    </pre>
  );
}

function BackupFacts({ entry: { backup, usual } }: { entry: BackupEntry }) {
  const mayRead = useCan('backup.read');
  const delta = deltaWords(backup.size, usual);
  return (
    <>
      <div className="pb-3">
        <Facts>
          <FactRow term="File">
            <bdi className="font-mono text-code wrap-anywhere">{backup.file}</bdi>
          </FactRow>
          <FactRow term="Size" note={delta}>
            {bytesWords(backup.size)}
          </FactRow>
          <FactRow term="Checksum">
            {backup.sha256 === null ? (
              'Not told'
            ) : (
              <span className="font-mono text-code wrap-anywhere">{backup.sha256.slice(0, 16)}…</span>
            )}
          </FactRow>
          <FactRow term="Stored" note={backup.key === '' && 'Only reported by its client'}>
            {backup.key === '' ? 'Elsewhere' : 'Here'}
          </FactRow>
        </Facts>
      </div>
      {backup.key !== '' && (
        <div className="grid gap-2">
          <Button kind="quiet" wide onPress={() => void copy(backup.key)}>
            <Icon name="key" />
            Copy key
          </Button>
          {mayRead && <Download backupKey={backup.key} />}
        </div>
      )}
    </>
  );
}

function Download({ backupKey }: { backupKey: string }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const { url } = await queryClient.fetchQuery({
        ...api.backup.downloadUrl.queryOptions({ key: backupKey }),
        staleTime: 0,
      });
      window.location.assign(url);
    } catch (error) {
      flash('negative', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="lamp" wide size="large" busy={busy} onPress={() => void start()}>
      <Icon name="down" />
      Download
    </Button>
  );
}

async function copy(key: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(key);
    flash('positive', 'Key copied');
  } catch {
    flash('negative', 'This browser did not let the key be copied.');
  }
}
