// Transactions on their way to the disk, and the next one that is prepared meanwhile: what is said to the connection, and when.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { GroupCommit } from '#server/db/group-commit.ts';
import { Together } from '#server/db/together.ts';
import type { Db } from '#server/kernel/store.ts';

const turns = async () => {
  for (let count = 0; count < 5; count += 1) await turn();
};

describe('transactions on their way', () => {
  /** What is said to a connection whose commits end as they are told to. */
  function lineOf(ends: ('ok' | 'fails')[]) {
    const said: string[] = [];
    const connection = {
      exec: (statements: string) => void said.push(statements),
      run: () => ({ rows: [] }),
      first: (_text: string, [id]: readonly unknown[]) => (said.push(`read ${id}`), { id }),
      rows: () => [],
      undo: () => true,
    };
    const beside = {
      first: (_text: string, [id]: readonly unknown[]) => (said.push(`beside ${id}`), { id }),
      rows: () => [],
    };
    const lane = () => ({ db: {} as Db, together: new Together(connection, beside, () => undefined) });
    const lanes = [lane(), lane()];
    const on: ((ended: 'ok' | 'fails') => void)[] = [];
    const commits = new GroupCommit(lanes, async (statements) => {
      said.push(`${statements.replaceAll(/.*;/g, 'rows; ')}commit`);
      const how = ends.shift() ?? (await new Promise<'ok' | 'fails'>((ended) => on.push(ended)));
      if (how === 'fails') throw new Error('the disk is full');
    });
    const write = (id: string, fresh = id) =>
      commits.enqueue(async (db) => {
        const { together: one } = lanes.find((lane) => lane.db === db) ?? lanes[0] ?? lane();
        const row = await one.rowOf('system', id, { sql: 'select', parameters: [id] } as never);
        one.together({ noun: 'system', id: fresh, values: { seen: row?.['id'] } });
        return id;
      });
    return { said, commits, write, on };
  }

  test('what comes while one is on its way is prepared beside it, and sets off when it is there', async () => {
    const { said, write, on } = lineOf([]);
    const first = write('a');
    await turns();
    expect(said).toEqual(['begin immediate', 'read a', 'rows; commit']);
    const second = [write('b'), write('c')];
    await turns();
    expect(said.splice(0)).toEqual(['begin immediate', 'read a', 'rows; commit', 'beside b', 'beside c']);
    on.shift()?.('ok');
    expect(await first).toBe('a');
    await turns();
    on.shift()?.('ok');
    expect(await Promise.all(second)).toEqual(['b', 'c']);
    expect(said).toEqual(['begin immediate', 'rows; commit']);
  });

  test('a row that is on its way is read when it is there', async () => {
    const { said, write, on } = lineOf([]);
    const first = write('a');
    await turns();
    const second = write('a');
    await turns();
    expect(said.splice(0)).toEqual(['begin immediate', 'read a', 'rows; commit']);
    on.shift()?.('ok');
    await first;
    await turns();
    on.shift()?.('ok');
    expect(await second).toBe('a');
    expect(said).toEqual(['begin immediate', 'read a', 'rows; commit']);
  });

  test('where one does not arrive it is done again one by one, and so is what was prepared beside it', async () => {
    const { said, write, on } = lineOf([]);
    const jobs = [write('a')];
    await turns();
    jobs.push(write('b'));
    await turns();
    said.length = 0;
    on.shift()?.('fails');
    await turns();
    on.shift()?.('ok');
    await turns();
    on.shift()?.('ok');
    expect(await Promise.all(jobs)).toEqual(['a', 'b']);
    const again = (id: string) => ['begin immediate', 'savepoint job', `read ${id}`, 'release job', 'commit'];
    expect(said).toEqual(['rollback', ...again('a'), ...again('b')]);
  });

  test('what the disk does not take twice is told to all whose work it was, and the next goes on', async () => {
    const { commits, write } = lineOf(['fails', 'fails', 'ok']);
    const told = await Promise.allSettled([write('a'), write('b')]);
    expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await write('c')).toBe('c');
    await commits.idle();
  });
});

test('where the database ended the transaction by itself, the job fails with the cause', async () => {
  const cause = new Error('disk I/O error');
  const nothing = () => undefined;
  const connection = { exec: nothing, run: () => ({ rows: [] }), first: nothing, rows: () => [], undo: () => false };
  const lane = () => ({ db: {} as Db, together: new Together(connection, connection, nothing) });
  const commits = new GroupCommit([lane(), lane()], () => Promise.reject(new Error('not together')));
  const failing = commits.enqueue(() => Promise.reject(cause));
  await expect(failing).rejects.toBe(cause);
});
