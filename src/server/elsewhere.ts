// What the other servers on the same database know of live connections.
import type { Server } from 'socket.io';
import type { Log } from '#server/kernel/log.ts';

/** Whether anybody is in the room, here or on another server; one that does not say counts as having nobody. */
export async function isAnywhere(io: Server, room: string, log: Log): Promise<boolean> {
  if (io.sockets.adapter.rooms.has(room)) return true;
  try {
    return (await io.in(room).fetchSockets()).length > 0;
  } catch (error) {
    log.warn('another server did not say whom it is connected to', { error: String(error) });
    return false;
  }
}
