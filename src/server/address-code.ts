// The address of this server as a QR code, for the phone that is to open it.
import type { FastifyInstance } from 'fastify';
import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import type { Services } from '#server/services.ts';

/** Always dark on white: many cameras do not read the other way round. */
const colours = { on: '#021f2b', off: '#fff' };
/** A name in the DNS has at most 253 characters. */
const HOST_MAX_LENGTH = 260;

/**
 * Answers `GET /address.svg`, without a session: the code holds the secure address of this server, else the one that was
 * asked for. It is drawn here, since the library is 2 kB (gzip) of the app.
 */
export function addressCodeRoute(server: FastifyInstance, services: Pick<Services, 'origin'>): void {
  server.get('/address.svg', ({ protocol, host }, reply) => {
    if (host.length > HOST_MAX_LENGTH)
      return reply
        .code(413)
        .send({ code: 'E_TOO_LARGE', message: `The host may have at most ${HOST_MAX_LENGTH} characters.` });
    const origin = services.origin();
    const address = origin.startsWith('https:') ? origin : `${protocol}://${host}`;
    const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' };
    return reply.headers(headers).send(toSvgSource(generate(address), colours));
  });
}
