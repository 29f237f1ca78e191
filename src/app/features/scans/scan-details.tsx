// The facts behind a scan, folded: what was asked, who asked, the id, and the raw result.
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Fold } from '#app/ui/layout/fold.tsx';
import { CopyButton } from '#app/features/client/copy-button.tsx';
import { flash } from '#app/device/flash.ts';
import { reader } from '#app/device/reader.ts';
import type { Tense } from '#app/realtime/tense.ts';
import { formatDateTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import css from './findings-view.module.css';
import { type Scan, askerOf, stateText } from './scan-text.ts';

const MOST_LETTERS = 20_000;

const rawOf = (value: unknown): string => JSON.stringify(value, null, 2).slice(0, MOST_LETTERS);

async function copyId(id: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(id);
    return true;
  } catch {
    flash('negative', m.backups_copy_failed());
    return false;
  }
}

interface ScanDetailsProps {
  scan: Scan;
  /** Undefined while it is not loaded, and where the scan has none. */
  result: unknown;
  tense: Tense;
}

export function ScanDetails({ scan, result, tense }: ScanDetailsProps) {
  const { id, searchConfig, meta, organization, system, createdAt, updatedAt } = scan;
  const raw: [string, unknown][] = [
    [m.scans_search_config(), searchConfig],
    [m.scans_meta(), meta],
    ...(result === undefined || result === null ? [] : [[m.scans_result(), result] as [string, unknown]]),
  ];
  return (
    <Fold title={m.scans_how()} note={m.scans_how_note()}>
      <Facts>
        <FactRow term={m.systems_system()}>{system.name}</FactRow>
        <FactRow term={m.systems_organization()}>{organization.name}</FactRow>
        <FactRow term={m.systems_state()}>{stateText(scan, tense)}</FactRow>
        <FactRow term={m.scans_asker()}>{askerOf(scan) || m.scans_nobody()}</FactRow>
        <FactRow term={m.scans_time()}>{formatDateTime(createdAt, reader())}</FactRow>
        <FactRow term={m.scans_changed()}>{formatDateTime(updatedAt, reader())}</FactRow>
        <FactRow term={m.scans_id()}>
          <bdi className="font-mono text-code">{id}</bdi>
        </FactRow>
      </Facts>
      <div className="px-4 py-3">
        <CopyButton label={m.scans_copy_id()} onCopy={() => copyId(id)} />
      </div>
      {raw.map(([title, value]) => (
        <section key={title}>
          <h3 className="px-4 pb-1 text-secondary font-[650] text-text2">{title}</h3>
          <pre className={css['raw']}>{rawOf(value)}</pre>
        </section>
      ))}
    </Fold>
  );
}
