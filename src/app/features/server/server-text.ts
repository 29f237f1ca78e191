// Sentences about the server: the worst fact first, results of tests.
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { sendFaultText } from '#app/features/shell/send-fault.ts';
import { causeText } from '#text/cause.ts';
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
  if (copies?.failure) return m.server_copy_failed({ reason: causeText(copies.failure, reader()) });
  if (disk && isLow(disk)) return m.server_disk_low({ size: formatBytes(disk.free, reader()) });
  const failed = parts.find((part) => tests[part]?.state === 'failed');
  if (failed) return m.server_trouble_test({ part: failed, detail: faultText(failed, tests[failed]) });
  return tests.mail?.state === 'kept' ? m.server_mail_kept() : null;
}

const spanText = (ms: number): string =>
  new Intl.NumberFormat(reader().locale, {
    style: 'unit',
    unit: ms < SECOND_MS ? 'millisecond' : 'second',
    maximumFractionDigits: 1,
  }).format(ms < SECOND_MS ? ms : ms / SECOND_MS);

/** The reason of a test that failed. */
const faultText = (part: Part, result: Result | null): string => {
  const fault = result?.fault;
  if (!fault) return '';
  return 'status' in fault ? sendFaultText(fault, part === 'mail' ? 'mail' : 'push') : causeText(fault, reader());
};

export const resultText = (part: Part, result: Result, now: number): string => {
  const { at, state, detail, took } = result;
  return m.server_test_result({
    state,
    part,
    detail: detail || faultText(part, result),
    time: formatMoment(at, now, reader()),
    span: spanText(took ?? 0),
  });
};
