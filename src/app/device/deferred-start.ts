// What follows the first picture: the live connection, the worker, alarms on this device, what was tapped outside of the app, and installing.
import { addManifestLink } from './deferred-manifest.ts';
import { startPush } from '#app/push/push.ts';
import { startLive } from '#app/realtime/start.ts';
import { openFromOutside, startWorker } from './worker.ts';

/** `go` opens a path of this app. */
export function startDeferred(go: (path: string) => void): void {
  openFromOutside(go);
  startLive();
  startWorker();
  startPush();
  addManifestLink();
}
