// Starts everything that may wait for the first paint: live connection, worker, push, links from outside, manifest.
import { addManifestLink } from './deferred-manifest.ts';
import { startPush } from '#app/push/push.ts';
import { startLive } from '#app/realtime/start.ts';
import { openFromOutside, startWorker } from './worker.ts';

/** Starts the deferred parts. `go` opens a path of this app. */
export function startDeferred(go: (path: string) => void): void {
  openFromOutside(go);
  startLive();
  startWorker();
  startPush();
  addManifestLink();
}
