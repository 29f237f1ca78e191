// A scan in words: its state, the person who asked, and its time.
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import type { Tense } from '#app/realtime/tense.ts';
import { formatAge } from '#text/format.ts';
import * as m from '#text/messages.js';

export type Scan = Answer<'scanresult', 'ofSystem'>['rows'][number];

const states: Record<Scan['status'], { mark: MarkKind; label: (inputs: { tense: Tense }) => string }> = {
  pending: { mark: 'snoozed', label: m.scans_pending },
  sent: { mark: 'snoozed', label: m.scans_sent },
  running: { mark: 'running', label: m.systems_status_running },
  done: { mark: 'ok', label: m.scans_done },
  failed: { mark: 'failed', label: m.scans_failed },
  'timed-out': { mark: 'offline', label: m.scans_timed_out },
};

const methods: Record<Scan['method'], () => string> = {
  manual: m.scans_manual,
  scheduled: m.scans_scheduled,
  version: m.scans_version,
};

/** The mark of a scan's state. */
export const scanMark = ({ status }: Scan): MarkKind => states[status].mark;
/** "Done", "Timed out"; "Was running" in the past tense. */
export const stateText = ({ status }: Scan, tense: Tense): string => states[status].label({ tense });

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** The name of the person who asked; empty for none. */
export function askerOf({ meta }: Scan): string {
  const name = fieldOf(meta['askedBy'], 'name');
  return typeof name === 'string' ? name : '';
}

/** "Manual, asked by Jonas Visser, took 1 min 4 s". */
export function methodText(scan: Scan): string {
  const [name, took] = [askerOf(scan), scan.meta['tookMs']];
  return [
    methods[scan.method](),
    ...(name === '' ? [] : [m.scans_asked_by({ name })]),
    ...(typeof took === 'number' ? [m.scans_took({ age: formatAge(took, reader()) })] : []),
  ].join(', ');
}

/** The reason of a failure as the client reported it; empty for none. */
export function reasonText({ meta }: Scan): string {
  return typeof meta['reason'] === 'string' ? meta['reason'] : '';
}

/** "27 files, 1 new, 4 ignored"; empty for a scan that counted none. */
export function countsText({ counts }: Scan): string {
  if (counts === null) return '';
  const { files: count, newFiles, unmatched } = counts;
  return m.scans_counts({ count, fresh: newFiles, ignored: unmatched });
}

/** The address of one scan. */
export const scanHref = (id: string): string => `/admin/scanresult?id=${id}`;
