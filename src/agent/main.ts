#!/usr/bin/env node
// backwatch-client: the backup client of Backwatch. Reads the arguments, runs, and gives the exit code.
import { versionLine } from '#contract/stamp.ts';
import { HELP, readArgs } from './args.ts';
import { realClock } from './clock.ts';
import { BadState } from './instance.ts';
import { runClient, type Ended, type RunOptions } from './run.ts';
import { VERSION } from './version.ts';

/** Work that has not ended this long (ms) after the signal to end is cut: the next start does it again. */
const PATIENCE_MS = 4000;

async function main(): Promise<number> {
  const asked = readArgs(process.argv.slice(2), process.env);
  if ('wrong' in asked) return refuse(asked.wrong, 2);
  if ('show' in asked) {
    process.stdout.write(asked.show === 'help' ? HELP : versionLine(VERSION));
    return 0;
  }
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    setTimeout(() => process.exit(0), PATIENCE_MS).unref();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const { code, sentence } = await run({
    ...asked.settings,
    clock: realClock,
    signal: ending.signal,
    write: (line) => process.stdout.write(line),
    terminal: process.stdout.isTTY === true,
    led: process.env.BACKWATCH_LED ?? '',
  });
  return sentence === '' ? code : refuse(sentence, code);
}

async function run(options: RunOptions): Promise<Ended> {
  try {
    return await runClient(options);
  } catch (error) {
    if (error instanceof BadState) return { code: 2, sentence: error.message };
    throw error;
  }
}

function refuse(sentence: string, code: number): number {
  process.stderr.write(`backwatch-client: ${sentence}\n`);
  return code;
}

process.exitCode = await main();
