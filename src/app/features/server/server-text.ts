// Sentences about the server: the worst fact first, results of tests.
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { formatBytes, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

export type Facts = Answer<'server', 'get'>;
export type Part = keyof Facts['tests'];
type Result = NonNullable<Facts['tests'][Part]>;

export const parts: readonly Part[] = ['mail', 'push', 'store'];

/** Below this share of the disk its free space is named first. */
const LOW = 0.05;
const SECOND_MS = 1000;

export const isLow = ({ free, size }: NonNullable<Facts['disk']>): boolean => free < size * LOW;

/** The worst thing that the server knows of itself; null while all runs. */
export function troubleText({ troubles, copies, disk, tests }: Facts): string | null {
  const [worst] = troubles;
  if (worst) return m.notifications_own({ trouble: worst });
  if (copies?.failure) return m.server_copy_failed({ reason: copies.failure });
  if (disk && isLow(disk)) return m.server_disk_low({ size: formatBytes(disk.free, reader()) });
  const failed = parts.find((part) => tests[part]?.state === 'failed');
  if (failed) return m.server_trouble_test({ part: failed, detail: tests[failed]?.detail ?? '' });
  return tests.mail?.state === 'kept' ? m.server_mail_kept() : null;
}

const spanText = (ms: number): string =>
  new Intl.NumberFormat(reader().locale, {
    style: 'unit',
    unit: ms < SECOND_MS ? 'millisecond' : 'second',
    maximumFractionDigits: 1,
  }).format(ms < SECOND_MS ? ms : ms / SECOND_MS);

export const resultText = (part: Part, { at, state, detail, took }: Result, now: number): string =>
  m.server_test_result({
    state,
    part,
    detail,
    time: formatMoment(at, now, reader()),
    span: spanText(took ?? 0),
  });
