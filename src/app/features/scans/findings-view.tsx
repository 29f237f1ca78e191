// The files that a scan found: four counts, the filesets folded, the files in none open and last.
import { reader } from '#app/device/reader.ts';
import { Fold } from '#app/ui/layout/fold.tsx';
import { FoldHead } from '#app/ui/layout/fold-head.tsx';
import { formatBytes, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import css from './findings-view.module.css';
import { type Findings, type FoundFile, countsOf } from '#contract/scan-findings.ts';

/** More files of one group are counted, not listed. */
const MOST = 300;

/** Everything that was found. */
export function FindingsView({ findings }: { findings: Findings }) {
  const { known, fresh, unmatched, unreadable } = countsOf(findings);
  const counts: [number, string][] = [
    [known, m.scans_known()],
    [fresh, m.scans_new()],
    [unmatched, m.scans_in_none()],
    [unreadable, m.scans_unreadable()],
  ];
  return (
    <>
      <dl className={css['counts']}>
        {counts.map(([count, label]) => (
          <div key={label}>
            <dd>{formatNumber(count, reader())}</dd>
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
      {findings.sets.map(({ id, description, glob, files }) => (
        <Fold
          key={id}
          title={description || glob}
          note={<span className="font-mono">{glob}</span>}
          end={setCount(files)}
        >
          <Files files={files} />
        </Fold>
      ))}
      {findings.unmatched.length > 0 && (
        <section className={css['none']}>
          <h3>
            <FoldHead
              icon="file"
              title={m.scans_none_title()}
              note={m.scans_none_note()}
              end={formatNumber(findings.unmatched.length, reader())}
              turns={false}
            />
          </h3>
          <Files files={findings.unmatched} />
        </section>
      )}
    </>
  );
}

function setCount(files: readonly FoundFile[]): string {
  const fresh = files.filter(({ isNew }) => isNew).length;
  const all = formatNumber(files.length, reader());
  return fresh === 0 ? all : m.scans_count_new({ all, count: fresh });
}

function Files({ files }: { files: readonly FoundFile[] }) {
  return (
    <ul className={css['files']}>
      {files.slice(0, MOST).map(({ file, size }) => (
        <li key={file}>
          <bdi className="min-w-0 font-mono text-code wrap-anywhere">{file}</bdi>
          <span className="flex-none text-text2 tabular-nums">{size === null ? '' : formatBytes(size, reader())}</span>
        </li>
      ))}
      {files.length > MOST && <li className="text-text3">{m.scans_more_files({ count: files.length - MOST })}</li>}
    </ul>
  );
}
