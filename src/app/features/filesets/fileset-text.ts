// The sentences about a rule: its rejection, its problem, and the reading of a name.
import { reader } from '#app/device/reader.ts';
import { formatDateTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { NameResult } from './name-test.ts';
import type { GuardCode } from './pattern-guard.ts';

const rejections: Record<GuardCode, () => string> = {
  nested: m.filesets_refused_nested,
  'too-big': m.filesets_refused_too_big,
  'too-long': m.filesets_refused_too_long,
  lookaround: m.filesets_refused_lookaround,
  backreference: m.filesets_refused_backreference,
  syntax: m.filesets_refused_syntax,
};

/** The reason why a pattern is not run. */
export const refusedText = (code: GuardCode): string => rejections[code]();

type Values = Readonly<Record<string, string | number>>;

const fieldLabel = (field: unknown): string => {
  switch (field) {
    case 'nameField':
      return m.filesets_name_field();
    case 'dateField':
      return m.filesets_date_field();
    case 'timeField':
      return m.filesets_time_field();
    case 'timeFormat':
      return m.filesets_time_format();
    default:
      return m.filesets_date_format();
  }
};

/** The reason why a rule cannot be used. */
export function problemText(code: string, values: Values): string {
  const field = fieldLabel(values['field']);
  const token = String(values['token'] ?? '');
  switch (code) {
    case 'missing-group':
      return m.filesets_problem_missing_group({ field, group: values['group'] ?? 0, count: Number(values['count']) });
    case 'time-without-date':
      return m.filesets_problem_time_without_date();
    case 'unknown-token':
      return m.filesets_problem_unknown_token({ field, token });
    case 'repeated-token':
      return m.filesets_problem_repeated_token({ field, token });
    case 'misplaced-token':
      return m.filesets_problem_misplaced_token({ field, token });
    case 'missing-token':
      return m.filesets_problem_missing_token({ field, tokens: String(values['tokens']) });
    case 'timeout':
      return m.filesets_problem_timeout();
    case 'unavailable':
      return m.filesets_problem_unavailable();
    default:
      return m.filesets_refused_syntax();
  }
}

/** The reading of a name: "ledger, 20 Nov 2026 03:10", or the reason why there is none. */
export function readingText({ reading, stop }: NameResult, dateText: string, glob: string): string {
  if ('date' in reading)
    return m.filesets_read({ name: reading.name, date: formatDateTime(reading.date, reader(), 0) });
  if (reading.reason === 'other-file') return m.filesets_other_file({ glob });
  if (reading.reason === 'bad-date') return m.filesets_bad_date({ text: dateText });
  return stop === null ? m.filesets_no_match() : m.filesets_stops({ expected: stop.expected });
}
