// Titles and texts of the alarm setup: the heading, the note of each step, and why turning on failed. Pure.
import { type Reader, formatAge, formatSeconds } from '#text/format.ts';
import { sendFaultText } from '#app/features/shell/send-fault.ts';
import * as m from '#text/messages.js';
import type { PushFailure } from '#app/push/rules.ts';
import { type TestAlarm, roundTripSeconds } from '#app/push/test-alarm-state.ts';
import { type AlarmSetup, type StepView, nextAction, stepsOf } from './alarm-steps.ts';
import type { DeviceKind } from './push-state.ts';

export interface Heading {
  title: string;
  line: string;
}

/** The page's title and the line below it. `now` is in epoch ms; the moments are written for `reader`. */
export function headingOf(setup: AlarmSetup, testAlarm: TestAlarm | null, now: number, reader: Reader): Heading {
  const { device, state } = setup;
  const action = nextAction(setup);
  if (action === 'unblock') return { title: m.push_title_blocked(), line: m.push_line_blocked({ device }) };
  if (action === 'unsupported') return { title: m.push_title_unsupported(), line: m.push_line_unsupported() };
  if (action === 'sendTest') return { title: m.push_title_send(), line: m.push_line_send({ device }) };
  if (action === 'resubscribe' || (action === 'allow' && state === 'lost'))
    return { title: m.push_title_turn_on_again(), line: m.push_line_lost({ device }) };
  if (state === 'unfinished') return { title: m.push_title_unfinished(), line: m.push_line_unfinished({ device }) };
  if (testAlarm !== null && state === 'on') return testHeading(setup, testAlarm, now, reader);
  return { title: m.push_title_turn_on(), line: m.push_line_start({ count: stepsOf(setup).length, device }) };
}

function testHeading({ stage, device }: AlarmSetup, testAlarm: TestAlarm, now: number, reader: Reader): Heading {
  const time = formatSeconds(testAlarm.askedAt, reader);
  const tripSeconds = roundTripSeconds(testAlarm);
  const duration = formatAge((tripSeconds ?? 1) * 1000, reader);
  if (stage === 'rang') return { title: m.push_title_rang({ device }), line: m.push_line_rang() };
  if (stage === 'silent') {
    const shown = tripSeconds !== null;
    const line = shown ? m.push_line_silent({ time, device, duration }) : m.push_line_not_shown({ time, device });
    return { title: m.push_title_silent(), line };
  }
  if (stage === 'shown') return { title: m.push_title_shown(), line: m.push_line_shown({ time, device, duration }) };
  if (stage === 'late') return { title: m.push_title_late(), line: lateLine(testAlarm, device, now, reader) };
  if (stage === 'failed') return { title: m.push_title_failed(), line: failedLine(testAlarm) };
  return { title: m.push_title_sent(), line: m.push_line_sent({ time, device }) };
}

function failedLine({ status }: TestAlarm): string {
  const fault = status?.detail;
  return fault ? m.push_line_failed_because({ detail: sendFaultText(fault, 'push') }) : m.push_line_failed();
}

function lateLine(testAlarm: TestAlarm, device: DeviceKind, now: number, reader: Reader): string {
  const { status, unanswered, askedAt, begunAt } = testAlarm;
  const moment = { time: formatSeconds(askedAt, reader), age: formatAge(now - begunAt, reader) };
  if (unanswered) return m.push_line_late_unknown(moment);
  if (status?.status !== 'sent') return m.push_line_late_not_accepted(moment);
  return m.push_line_late_not_shown({ ...moment, device });
}

/** The note below the title of a step. */
export function stepNote({ key, state }: StepView, setup: AlarmSetup): string | undefined {
  const { device, platform } = setup;
  const action = nextAction(setup);
  if (key === 'install') return state === 'now' && action === 'install' ? m.push_note_install() : undefined;
  if (key === 'allow') {
    if (state === 'later') return m.push_note_permission_later({ device });
    if (state !== 'now' || action === 'unblock') return undefined;
    const byBrowser = action === 'resubscribe' || platform === 'desktop';
    return byBrowser ? m.push_note_permission_browser() : m.push_note_permission({ device });
  }
  if (action === 'confirm') return m.push_note_silent({ platform });
  if (action === 'checkSound') return m.push_note_check();
  if (action === 'done') return m.push_note_nights();
  return action === 'follow' || action === 'resend' || action === 'resubscribe' ? undefined : m.push_note_test();
}

const errors: Record<PushFailure, () => string> = {
  denied: m.push_error_denied,
  dismissed: m.push_error_dismissed,
  offline: m.push_error_offline,
  noService: m.push_error_no_service,
  refused: m.push_error_refused,
  noWorker: m.push_error_no_worker,
};

/** The reason why turning on failed, with the next action. */
export const pushErrorMessage = (fault: PushFailure): string => errors[fault]();
