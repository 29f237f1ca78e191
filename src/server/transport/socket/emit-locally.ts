// Sends one live event to the sockets of this server.
import type { LiveServer } from './socket-data.ts';
import type { ExcludedSocket } from '#server/pipeline/answered-record.ts';
import type { Emitter } from './publisher.ts';
import { hash } from '#server/auth/crypto.ts';

/** One event as it is sent here and, as JSON, to every other server. */
export type Emission = Parameters<Emitter['emit']>;

/** Sends it to everyone here who is in one of the rooms, except to the excluded socket and to whoever is in one of `except`. */
export function emitLocally(io: LiveServer, [rooms, event, payload, except, excluded]: Emission): void {
  const own = excluded && isOfSession(io, excluded) ? [excluded.socketId] : [];
  io.local
    .to(rooms)
    .except([...except, ...own])
    .emit(event, payload);
}

/** A socket id is no secret: only a request of its own session may keep events from it. */
function isOfSession(io: LiveServer, { socketId, sessionHash }: ExcludedSocket): boolean {
  const session = io.sockets.sockets.get(socketId)?.data.sessionId ?? null;
  return session !== null && hash(session) === sessionHash;
}
