// A job that changes one record many times sends one event in a quarter of a second; nothing is lost, and nothing comes
// out of order.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RecordChange } from '#server/pipeline/changes.ts';
import { EventThrottle } from '#server/transport/socket/event-throttle.ts';

const at = (value: number | null) => (value === null ? null : { id: 'a', value });
const change = (before: number | null, after: number | null, id = 'a'): RecordChange => ({
  noun: 'alarm',
  id,
  before: at(before),
  after: at(after),
  organizations: { before: 'acme', after: 'acme' },
  places: { before: before === null ? [] : ['acme'], after: after === null ? [] : ['acme'] },
  followsAt: null,
});
const describeChanges = (changes: RecordChange[]) =>
  changes.map(({ id, before, after }) => `${id} ${before?.['value']}>${after?.['value']}`);

describe('what jobs do', () => {
  let emitted: string[];
  let pace: EventThrottle;
  beforeEach(() => {
    vi.useFakeTimers();
    emitted = [];
    pace = new EventThrottle((changes) => emitted.push(...describeChanges(changes)));
  });
  afterEach(() => {
    pace.flush();
    vi.useRealTimers();
  });

  test('the first change is emitted at once, the others of its record together when the window ends', () => {
    expect(describeChanges(pace.ofJob([change(0, 1)]))).toEqual(['a 0>1']);
    for (let value = 1; value < 9; value += 1) expect(pace.ofJob([change(value, value + 1)])).toEqual([]);
    vi.advanceTimersByTime(249);
    expect(emitted).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(emitted).toEqual(['a 1>9']);
  });

  test('a change that never rests is emitted once in each window, and after a pause at once again', () => {
    for (let value = 0; value < 30; value += 1) {
      emitted.push(...describeChanges(pace.ofJob([change(value, value + 1)])));
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(1000);
    expect(emitted[0]).toBe('a 0>1');
    expect(emitted.at(-1)).toMatch(/>30$/);
    expect(emitted.length).toBeLessThanOrEqual(14);
    expect(
      emitted.slice(1).every((one, index) => one.split(' ')[1]?.split('>')[0] === emitted[index]?.split('>')[1]),
    ).toBe(true);
    expect(describeChanges(pace.ofJob([change(30, 31)]))).toEqual(['a 30>31']);
  });

  test('other records do not wait for it', () => {
    pace.ofJob([change(0, 1)]);
    expect(describeChanges(pace.ofJob([change(1, 2), change(5, 6, 'b')]))).toEqual(['b 5>6']);
  });

  test('a record that goes or comes is emitted at once, after the changes that were held back of it', () => {
    expect(describeChanges(pace.ofJob([change(null, 0)]))).toEqual(['a undefined>0']);
    pace.ofJob([change(0, 1)]);
    pace.ofJob([change(1, 2)]);
    expect(describeChanges(pace.ofJob([change(2, null)]))).toEqual(['a 1>2', 'a 2>undefined']);
    vi.advanceTimersByTime(1000);
    expect(emitted).toEqual([]);
  });

  test('what somebody else does to the record comes after what was held back', () => {
    pace.ofJob([change(0, 1)]);
    pace.ofJob([change(1, 2)]);
    expect(describeChanges(pace.heldOf([change(2, 3)]))).toEqual(['a 1>2']);
    expect(pace.heldOf([change(3, 4)])).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(emitted).toEqual([]);
  });
});
