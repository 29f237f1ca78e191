// The sentence of a cause that the server sent as a code.
import type { Cause } from '#contract/cause.ts';
import { formatBytes, withoutStop, type Reader } from './format.ts';
import { languageOf } from './language.ts';
import * as m from '#text/messages.js';

/** Without a full stop: other texts go on after it. */
export function causeText(cause: Cause, reader: Pick<Reader, 'locale'>): string {
  if (cause.code === 'foreign') return cause.text;
  const sizeOf = (bytes: number) => formatBytes(bytes, reader);
  return m.alarms_cause(
    {
      code: cause.code,
      file: 'file' in cause ? cause.file : '',
      error: ('error' in cause && cause.error) || 'none',
      missing: 'missing' in cause ? cause.missing : 0,
      newest: 'newest' in cause ? cause.newest : 0,
      size: 'bytes' in cause ? sizeOf(cause.bytes) : '',
      usual: 'usual' in cause ? sizeOf(cause.usual) : '',
    },
    { locale: languageOf(reader.locale) },
  );
}

/** The sentence for errors of the API and for the log, in English. */
export const causeSentence = (cause: Cause): string => `${withoutStop(causeText(cause, { locale: 'en' }))}.`;
