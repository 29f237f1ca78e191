// Compresses answers with records for pages of this site. See docs/decisions/0050-compressed-answers.md.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '#server/pipeline/dispatch.ts';
import { accepts } from './app-files.ts';

/** Shorter answers fit into one packet as they are, bytes. */
const LEAST = 1000;

/** Runs outside of the main thread. */
const zip = promisify(gzip);

/**
 * The body of an answer; compressed where it has records alone, and where the request proved that a page of this site sent
 * it. A page of another site could otherwise put a text into the request and guess a secret of the answer by its length
 * (BREACH).
 */
export async function bodyFor(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, hasRecords }: Answer,
  isTrusted: boolean,
): Promise<string | Buffer> {
  const text = JSON.stringify(body);
  if (hasRecords !== true || !isTrusted || text.length < LEAST || !accepts(request, 'gz')) return text;
  const zipped = await zip(text);
  reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  return zipped;
}
