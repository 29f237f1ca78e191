// The client's log: lines for a person at a terminal, JSON lines for everything else.
import type { Clock } from './clock.ts';

export type Level = 'info' | 'warn' | 'error';
/** Writes one line. `facts` are small values that help to search; secrets are struck out of everything. */
export type Log = (level: Level, text: string, facts?: Record<string, string | number | boolean>) => void;

type LogOptions = { write: (line: string) => void; terminal: boolean; clock: Clock; secrets: string[] };

export function makeLog({ write, terminal, clock, secrets }: LogOptions): Log {
  const hidden = secrets.filter((secret) => secret.length > 0);
  const strike = (text: string) => hidden.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
  return (level, text, facts = {}) => {
    const at = new Date(clock.now()).toISOString();
    if (!terminal) return write(`${strike(JSON.stringify({ at, level, text, ...facts }))}\n`);
    const mark = level === 'info' ? '' : `${level}: `;
    write(`${at.slice(0, 19).replace('T', ' ')}  ${mark}${tame(strike(text))}\n`);
  };
}

/** A file name may hold anything, also what would move a terminal's cursor. */
function tame(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}

/** The reason of a failure as one line. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `12.3 MB`; powers of ten, as in the console. */
export function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = size < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3));
  return `${step === 0 ? size : (size / 1000 ** step).toFixed(1)} ${units[step]}`;
}
