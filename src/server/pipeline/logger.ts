// Structured logs: JSON lines, or readable ones on a terminal. Never a secret.
import pino from 'pino';
import pretty from 'pino-pretty';
import { requestId } from './id.ts';

/** The log of the server. Values under names such as `password`, `token` or `key` are redacted. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  /** Logs an unexpected error once, and answers the id under which it can be found: that of the request, where there is one. */
  failure(message: string, error: unknown, id?: string): string;
}

const REDACT = [
  'password',
  'token',
  'key',
  'cookie',
  'authorization',
  '*.password',
  '*.token',
  '*.key',
  '*.cookie',
  '*.authorization',
];

/** Nothing else that an error carries: PostgreSQL's has the whole row that broke a rule, with the secrets in it. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { type, message, code, stack } = pino.stdSerializers.err(error);
  return { type, message, code, stack };
}

/** @param lines where the lines go: to the standard output, and readable where that is a terminal */
export function makeLog(level: string, lines?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = { level, redact: REDACT, base: null, serializers: { err: serializeError } };
  const logger = lines
    ? pino(options, lines)
    : process.stdout.isTTY
      ? pino(options, pretty({ colorize: true, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }))
      : pino(options);
  return {
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    failure(message, error, id = requestId()) {
      logger.error({ requestId: id, err: error }, message);
      return id;
    },
  };
}
