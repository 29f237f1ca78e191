// Signals to the client of a system, and the last result of each on this device.
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import type { Input } from '#app/api/types.ts';
import { createStore } from '#app/device/create-store.ts';
import { reader } from '#app/device/reader.ts';
import type { System } from '#app/features/systems/system-format.ts';
import { formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';

/** The signals that a client obeys today. */
export const signals = ['backup', 'restart', 'identify'] as const;
export type Signal = (typeof signals)[number];

/** The last result of a signal. `sentAt` in epoch ms; `before`: the report of the client at that time. */
type SignalResult =
  | { state: 'sending' }
  | { state: 'failed'; text: string }
  | { state: 'sent' | 'answered'; sentAt: number; before: Reported };

/** The attributes that a signal changes. */
export type Reported = Pick<
  System,
  'id' | 'name' | 'connected' | 'lastConnection' | 'lastLog' | 'runningSince' | 'lastBackup' | 'failedAt'
> & {
  /** The record that the client belongs to; default: a system. */
  type?: Input<'client', 'signal'>['type'];
};

const ANSWER_MS = 30_000;

const results = createStore<Readonly<Record<string, SignalResult>>>({});

const keyOf = (id: string, signal: Signal): string => `${id} ${signal}`;
const put = (key: string, result: SignalResult): void => results.set({ ...results.get(), [key]: result });

// The client says in its log that it identifies itself; a restart shows as a connection, and a backup as a run.
function isAnswer(signal: Signal, before: Reported, after: Reported): boolean {
  const { connected, lastConnection, lastLog, runningSince, lastBackup, failedAt } = after;
  if (signal === 'restart') return connected && lastConnection !== before.lastConnection;
  if (signal === 'identify') return lastLog !== null && lastLog !== before.lastLog;
  if (runningSince !== null) return runningSince !== before.runningSince;
  // The end of a run that was already under way is no answer.
  return before.runningSince === null && (lastBackup !== before.lastBackup || failedAt !== before.failedAt);
}

/** Records the report as the answer to the last signal, if it changed in time: a later change has other causes. */
export function recordAnswer(system: Reported, signal: Signal): void {
  const key = keyOf(system.id, signal);
  const result = results.get()[key];
  if (result?.state === 'sent' && Date.now() - result.sentAt < ANSWER_MS && isAnswer(signal, result.before, system))
    put(key, { ...result, state: 'answered' });
}

/** Sends a signal. A failure is shown with the signal, logged, and raises no flash. */
export async function sendSignal(system: Reported, signal: Signal): Promise<void> {
  const key = keyOf(system.id, signal);
  put(key, { state: 'sending' });
  try {
    await api.client.signal({ id: system.id, type: system.type ?? 'system', signal });
    put(key, { state: 'sent', sentAt: Date.now(), before: system });
  } catch (error) {
    console.error(error);
    const isAway = api.client.signal.failedWith(error, 'E_NOT_CONNECTED');
    put(key, { state: 'failed', text: isAway ? m.client_not_connected() : errorMessage(error) });
  }
}

/** The last result of a signal; undefined before the first one. */
export const useSignalResult = (id: string, signal: Signal): SignalResult | undefined =>
  results.use((all) => all[keyOf(id, signal)]);

/** The result in words, at `now` (epoch ms). */
export function resultText(system: Reported, signal: Signal, result: SignalResult, now: number): string {
  if (result.state === 'sending') return m.client_sending();
  if (result.state === 'failed') return result.text;
  const time = formatTime(new Date(result.sentAt).toISOString(), reader());
  const waits = now - result.sentAt < ANSWER_MS;
  // A Raspberry Pi reports no answer: its light is one.
  if (system.type === 'rpiclient') {
    if (signal !== 'identify') return m.client_requested({ time });
    return waits ? m.rpi_look({ time }) : m.rpi_no_light();
  }
  if (result.state === 'answered') return m.client_answered({ signal, time });
  // A backup starts only if there is something new: silence is no failure. Nor is a report that nobody saw in time.
  if (signal === 'backup' || (!waits && isAnswer(signal, result.before, system))) return m.client_requested({ time });
  return waits ? m.client_waiting({ time }) : m.client_no_answer();
}
