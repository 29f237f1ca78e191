// The end of the doors: what was asked is answered first, then every connection ends.
import type { FastifyInstance } from 'fastify';
import type { Server as SocketServer } from 'socket.io';
import type { InFlight } from './kernel/in-flight.ts';

/** A request that hangs, an upload mostly, keeps all else from ending in order no longer than this (ms). */
const PATIENCE_MS = 2_000;

/** Takes no more requests, and waits for the answers to those that are there. */
export const answerAll = ({ inFlight }: { inFlight: InFlight }): Promise<void> => inFlight.close(PATIENCE_MS);

export async function closeDoors({ http, io }: { http: FastifyInstance; io: SocketServer }): Promise<void> {
  const hanging = setTimeout(() => http.server.closeAllConnections(), PATIENCE_MS);
  await io.close();
  await http.close();
  clearTimeout(hanging);
}
