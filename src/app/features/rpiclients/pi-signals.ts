// A Raspberry Pi as the signals to clients take it: it reports no log and no state of its connection.
import type { Reported } from '#app/features/client/client-signals.ts';
import { type PiClient, piName } from './pi-text.ts';

/** For `SignalTiles` and `sendSignal`. */
export const piSignals = (pi: PiClient): Reported => ({
  id: pi.id,
  name: piName(pi),
  type: 'rpiclient',
  connected: true,
  lastConnection: pi.lastConnection,
  lastLog: null,
  runningSince: null,
  lastBackup: null,
  failedAt: null,
});
