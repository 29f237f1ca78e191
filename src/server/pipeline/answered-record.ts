// The record that the answer to a request carries: the socket of that request gets no event of it (spec/wire.md 9.8).
import * as z from 'zod/mini';
import type { Call, Entity } from '#contract/define.ts';
import type { Request } from './dispatch.ts';
import { hash } from '#server/auth/crypto.ts';
import type { RowName } from '#server/db/engine.ts';
import { propertyOf } from '#server/unknown.ts';

/** A socket that gets no event of one record. */
export interface ExcludedSocket {
  socketId: string;
  /** Hash of the session id of the request: a socket of another session is not excluded. */
  sessionHash: string;
  record: RowName;
}

/** Finds the record that the result of a call carries: the result itself, or the value under its noun. */
export type FindAnsweredRecord = (call: Call, result: unknown) => RowName | null;

/** Returns the finder for the calls of these entities. A list carries no single record. */
export function makeFindAnsweredRecord(entities: readonly Entity[]): FindAnsweredRecord {
  const nouns = new Map<z.core.$ZodType, string>(entities.map(({ noun, record }) => [record, noun]));
  return ({ result: schema }, result) => {
    const own = nouns.get(schema);
    if (own !== undefined) return named(own, result);
    const nested = schema instanceof z.ZodMiniObject ? Object.entries(schema.shape) : [];
    const noun = nested.find(([key, value]) => nouns.get(value) === key)?.[0];
    return noun === undefined ? null : named(noun, propertyOf(result, noun));
  };
}

function named(noun: string, record: unknown): RowName | null {
  const id = propertyOf(record, 'id');
  return typeof id === 'string' ? { noun, id } : null;
}

/** Returns the socket to exclude; null without a socket, without a session, or where no record is answered. */
export function excludedSocketOf(request: Request, record: RowName | null): ExcludedSocket | null {
  const { socketId, sessionId, clientKey } = request;
  if (!record || socketId === null || sessionId === null || clientKey) return null;
  return { socketId, sessionHash: hash(sessionId), record };
}
