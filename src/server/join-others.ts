// Several servers on one database: what happens on one is told on the others.
import type { Server as SocketServer } from 'socket.io';
import type { Log } from './kernel/log.ts';
import type { Carrier } from './kernel/store.ts';
import type { LiveRooms } from './live-rooms.ts';

/** Joins the live events of this server to those of the others on the same database. */
export async function joinOthers(io: SocketServer, carrier: Carrier | null, live: LiveRooms, log: Log): Promise<void> {
  if (!carrier) return;
  const failed = (error: unknown) => log.failure('an event between servers was lost', error);
  const lost = () => {
    log.warn('the live events of other servers were cut off', {});
    live.missed();
  };
  io.adapter(carrier.adapter({ failed, lost }));
  await carrier.listening;
}
