// The nine silhouettes, one per state: the shape, and the glyph cut out of it. `unknown` claims nothing: a dashed ring.

/** The states that a mark can show. */
export type MarkKind = 'ok' | 'overdue' | 'failed' | 'none' | 'offline' | 'size' | 'running' | 'snoozed' | 'unknown';

/** The colour family of a state. */
export type Tone = 'ok' | 'late' | 'miss' | 'run' | 'none';

const tones: Record<MarkKind, Tone> = {
  ok: 'ok',
  overdue: 'late',
  failed: 'miss',
  none: 'miss',
  offline: 'late',
  size: 'late',
  running: 'run',
  snoozed: 'none',
  unknown: 'none',
};

/** The colour family a mark belongs to. */
export function toneOf(kind: MarkKind): Tone {
  return tones[kind];
}

/** Filled shape as path data, for marks that have one. */
export const shapes: Partial<Record<MarkKind, string>> = {
  ok: 'M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 0 1 0-21Z',
  overdue:
    'M5.2 1.5h13.6a1 1 0 0 1 1 1v2.6a3 3 0 0 1-1 2.3L14.4 11.3a1 1 0 0 0 0 1.4l4.4 3.9a3 3 0 0 1 1 2.3v2.6a1 1 0 0 1-1 1H5.2a1 1 0 0 1-1-1v-2.6a3 3 0 0 1 1-2.3l4.4-3.9a1 1 0 0 0 0-1.4L5.2 7.4a3 3 0 0 1-1-2.3V2.5a1 1 0 0 1 1-1Z',
  failed:
    'M10.4 1.5 1.5 10.4a2.25 2.25 0 0 0 0 3.2l8.9 8.9a2.25 2.25 0 0 0 3.2 0l8.9-8.9a2.25 2.25 0 0 0 0-3.2l-8.9-8.9a2.25 2.25 0 0 0-3.2 0Z',
  offline: 'M6.8 1.8h10.4a5 5 0 0 1 5 5v10.4a5 5 0 0 1-5 5H6.8a5 5 0 0 1-5-5V6.8a5 5 0 0 1 5-5Z',
  size: 'M10.3 2.6a2 2 0 0 1 3.4 0l9 16a2 2 0 0 1-1.7 2.9H3a2 2 0 0 1-1.7-2.9Z',
  snoozed: 'M22 15.2A10.6 10.6 0 0 1 8.8 2a10.6 10.6 0 1 0 13.2 13.2Z',
};

/** Strokes laid over the shape. The struck, the open and the dashed ring are strokes only. */
export const glyphs: Partial<Record<MarkKind, string>> = {
  ok: 'm7.2 12.4 3.3 3.3 6.3-7',
  failed: 'm8.9 8.9 6.2 6.2M15.1 8.9l-6.2 6.2',
  offline: 'M5.6 12h4M14.4 12h4M9.6 7.8v8.4M14.4 7.8v8.4',
  size: 'M12 8.8v8.2M8.9 14l3.1 3.2 3.1-3.2',
  none: 'M20.8 12a8.8 8.8 0 1 1-17.6 0a8.8 8.8 0 1 1 17.6 0M6 18 18 6',
  running: 'M12 3.2a8.8 8.8 0 1 1-8.8 8.8',
  unknown: 'M20.8 12a8.8 8.8 0 1 1-17.6 0a8.8 8.8 0 1 1 17.6 0',
};

/** The utility that colours a word of each tone; these colours reach 7:1. */
export const toneText: Record<Tone, string> = {
  ok: 'text-oktext',
  late: 'text-latetext',
  miss: 'text-misstext',
  run: 'text-runtext',
  none: 'text-text2',
};
