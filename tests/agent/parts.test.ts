// The client's parts by themselves: the look, the queue, delays, texts.
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { retryDelay } from '#agent/clock.ts';
import { blink } from '#agent/identify.ts';
import { readInstance } from '#agent/instance.ts';
import { openLedger } from '#agent/ledger.ts';
import { makeLog } from '#agent/log.ts';
import { makeQueue } from '#agent/queue.ts';
import { clip, newRunId } from '#agent/report.ts';
import { scanFileset, waitUntilStable, type Found } from '#agent/scan.ts';
import { rule } from './honest-server.ts';
import { folder, put, testClock } from './workshop.ts';

const calm = new AbortController().signal;
const found = (over: Partial<Found>): Found => ({
  system: 's',
  systemName: 's',
  fileset: 'f',
  path: '/a',
  size: 1,
  mtimeMs: 1,
  name: 'a',
  date: '2026-11-20T00:00:00.000Z',
  ...over,
});

describe('the look', () => {
  const owner = { id: 's', name: 's' };
  const options = async (root: string) => {
    const ledger = await openLedger(root, () => {});
    return { roots: [root], timeZone: 'UTC', ledger, clock: testClock(), signal: calm };
  };

  test('a file written just now is left alone', async () => {
    const root = await folder();
    const now = Date.parse('2026-11-21T02:58:00.000Z');
    for (const [name, age] of [
      ['a', 2001],
      ['b', 1999],
      ['c', -1000],
      ['d', -90_000],
    ] as const) {
      const path = join(root, `backups/${name}-20261119.zip`);
      await put(path, name);
      await utimes(path, new Date(now - age), new Date(now - age));
    }
    const clock = { ...testClock(), now: () => now };
    const seen = await scanFileset(owner, rule(), { ...(await options(root)), clock });
    expect([seen.fresh.map(({ name }) => name).sort(), seen.changing]).toEqual([['a', 'd'], 2]);
  });

  test('a file that grows between the two looks is left alone, the others are taken', async () => {
    const root = await folder();
    await put(join(root, 'backups/a-20261119.zip'), 'rests');
    await put(join(root, 'backups/b-20261119.zip'), 'grows');
    const given = await options(root);
    const seen = await scanFileset(owner, rule(), given);
    expect(seen.fresh).toHaveLength(2);
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
      await put(join(root, 'backups/b-20261119.zip'), 'grows and grows');
    };
    await waitUntilStable([seen], { clock: { ...given.clock, wait }, signal: calm });
    expect(waits).toEqual([2000]);
    expect([seen.fresh.map(({ name }) => name), seen.changing]).toEqual([['a'], 1]);
  });

  test('a name without a date, and a pattern that fits nothing, are reported', async () => {
    const root = await folder();
    await put(join(root, 'backups/a-20261399.zip'), '');
    const undated = await scanFileset(owner, rule(), await options(root));
    expect(undated.notes.join()).toContain('No date can be read from 1 file(s): a-20261399.zip');
    const strange = await scanFileset(owner, rule({ pattern: '^(x)(y)$' }), await options(root));
    expect(strange.notes.join()).toContain('the pattern matches none of their names');
  });
});

describe('the queue', () => {
  test('gives the oldest first, and what must wait not before its time', () => {
    const queue = makeQueue();
    const [young, old] = [found({ path: '/b' }), found({ path: '/c', date: '2026-11-19T00:00:00.000Z' })];
    queue.offer('f', [young, old], new Set(['/b', '/c']));
    const first = queue.next(1000);
    expect(first).toMatchObject(old);
    if (first === null || typeof first === 'number') return;
    first.notBefore = 5000;
    const second = queue.next(1000);
    expect(second).toMatchObject(young);
    if (second !== null && typeof second !== 'number') queue.remove(second);
    expect(queue.next(1000)).toBe(4000);
    queue.hurry('another');
    expect(queue.next(1000)).toBe(4000);
    queue.hurry('s');
    expect(queue.next(1000)).toBe(first);
  });

  test('a file that was overwritten while it waited stays one item and goes on with its run', () => {
    const queue = makeQueue();
    queue.offer('f', [found({})], new Set(['/a']));
    const begun = queue.next(0);
    if (begun === null || typeof begun === 'number') throw new Error('nothing to send');
    begun.runId = 'run';
    queue.offer('f', [found({ size: 2 })], new Set(['/a']));
    expect(queue.next(0)).toMatchObject({ size: 2, runId: 'run' });
    expect(queue.offer('f', [], new Set())).toMatchObject([{ size: 2, runId: 'run' }]);
    expect(queue.next(0)).toBe(null);
  });

  test('a file that changed under our hands waits for the next scan, however long that takes', () => {
    const queue = makeQueue();
    const offer = (size: number) => queue.offer('f', [found({ size })], new Set(['/a']));
    offer(1);
    const begun = queue.next(0);
    if (begun === null || typeof begun === 'number') throw new Error('nothing to send');
    begun.left = true;
    expect(queue.next(1e12)).toBe(null);
    queue.hurry(null);
    expect(queue.next(1e12)).toBe(null);
    offer(1);
    expect(queue.next(0)).toBe(begun);
    begun.left = true;
    offer(2);
    expect(queue.next(0)).toMatchObject({ size: 2, left: false });
  });
});

describe('stored state', () => {
  test('the ledger survives a new start and forgets what is gone', async () => {
    const state = await folder();
    const ledger = await openLedger(state, () => {});
    ledger.add('f', '/a', { size: 1, mtimeMs: 2.5, sha256: 'x' });
    ledger.add('f', '/b', { size: 1, mtimeMs: 2, sha256: 'y' });
    ledger.keepOnly('f', new Set(['/a']));
    await ledger.flush();
    const again = await openLedger(state, () => {});
    expect([again.has('f', '/a', 1, 2.5), again.has('f', '/a', 1, 3), again.has('f', '/b', 1, 2)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('the instance stays the same, and a damaged one is not replaced in silence', async () => {
    const state = join(await folder(), 'deep', 'state');
    const made = await readInstance(state);
    expect(await readInstance(state)).toBe(made);
    await writeFile(join(state, 'instance'), 'abc');
    await expect(readInstance(state)).rejects.toThrow('is damaged');
    expect(await readFile(join(state, 'instance'), 'utf8')).toBe('abc');
  });
});

describe('small things', () => {
  test('retries double from a second to a minute, less up to half by chance', () => {
    expect([0, 1, 2, 5, 6, 60].map((tries) => retryDelay(tries, () => 0))).toEqual([
      1000, 2000, 4000, 32_000, 60_000, 60_000,
    ]);
    expect(retryDelay(0, () => 1)).toBe(500);
  });

  test('a long report keeps its head and its tail', () => {
    const clipped = clip(`begin${'x'.repeat(20_000)}end`);
    expect(clipped).toHaveLength(10_000);
    expect([clipped.startsWith('begin'), clipped.endsWith('end')]).toEqual([true, true]);
  });

  test('a run has a UUIDv7 of its time', () => {
    const id = newRunId(Date.parse('2026-11-21T02:58:00.000Z'));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-11-21T02:58:00.000Z'));
  });

  test('a line for a terminal cannot move its cursor', () => {
    const lines: string[] = [];
    const clock = { ...testClock(), now: () => Date.parse('2026-11-21T02:58:00.000Z') };
    makeLog({ write: (line) => lines.push(line), terminal: true, clock, secrets: [] })('warn', 'a\u001b[2Jb');
    expect(lines).toEqual(['2026-11-21 02:58:00  warn: a?[2Jb\n']);
  });

  test('a light blinks and gets its own trigger back', async () => {
    const leds = await folder();
    const path = join(leds, 'ACT', 'trigger');
    await mkdir(join(leds, 'ACT'));
    await writeFile(path, 'none timer [mmc0] heartbeat');
    const during: string[] = [];
    const clock = { ...testClock(), wait: async () => void during.push(await readFile(path, 'utf8')) };
    await blink('ACT', { log: () => {}, clock, signal: calm, folder: leds });
    expect([during, await readFile(path, 'utf8')]).toEqual([['timer'], 'mmc0']);
  });
});
