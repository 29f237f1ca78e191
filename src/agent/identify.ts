// "Which one are you?": blinks the machine's lights for a while, then gives them back.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { reasonOf, type Log } from './log.ts';

const BLINK_MS = 10_000;

/** Blinks the light `led` (a name, or "all") under `folder`. Never rejects: a light that cannot blink is only logged. */
export async function blink(
  led: string,
  { log, clock, signal, folder = '/sys/class/leds' }: { log: Log; clock: Clock; signal: AbortSignal; folder?: string },
): Promise<void> {
  try {
    const names = (await readdir(folder)).filter((name) => led === 'all' || led === '1' || name === led);
    if (names.length === 0) log('warn', `There is no light named ${led} to blink`);
    const triggers = names.map((name) => join(folder, name, 'trigger'));
    const before = await Promise.all(triggers.map((path) => readFile(path, 'utf8')));
    await Promise.all(triggers.map((path) => writeFile(path, 'timer')));
    await clock.wait(BLINK_MS, signal);
    await Promise.all(triggers.map((path, at) => writeFile(path, chosen(before[at] ?? ''))));
  } catch (error) {
    log('warn', `The light cannot blink: ${reasonOf(error)}`);
  }
}

/** The trigger in use is the one in brackets: `none timer [mmc0]`. */
function chosen(triggers: string): string {
  return /\[([^\]]+)\]/.exec(triggers)?.[1] ?? 'none';
}
