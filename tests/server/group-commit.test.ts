// Writes that arrive while a transaction is committed: they share the next one, and a job that fails undoes only itself.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { GroupCommit } from '#server/db/sqlite/group-commit.ts';
import type { Db } from '#server/db/engine.ts';

const turns = async () => {
  for (let count = 0; count < 5; count += 1) await turn();
};

/** A connection that records its statements; each commit ends as the test says. `failing` are statements that throw. */
function recordingConnection(failing: ReadonlyMap<string, Error> = new Map()) {
  const statements: string[] = [];
  const commits: { ok(): void; fail(error: Error): void }[] = [];
  const groupCommit = new GroupCommit({} as Db, {
    exec(statement) {
      statements.push(statement);
      const error = failing.get(statement);
      if (error) throw error;
    },
    commit() {
      statements.push('commit');
      return new Promise<void>((resolve, reject) => commits.push({ ok: resolve, fail: reject }));
    },
  });
  const write = (name: string) =>
    groupCommit.enqueue(async () => {
      statements.push(name);
      return name;
    });
  return { statements, commits, groupCommit, write };
}

const job = (name: string) => ['savepoint job', name, 'release job'];

describe('group commit', () => {
  test('writes that arrive together share a commit, and those that arrive meanwhile share the next', async () => {
    const { statements, commits, write } = recordingConnection();
    const first = [write('a'), write('b')];
    await turns();
    const second = [write('c'), write('d')];
    await turns();
    expect(statements.splice(0)).toEqual(['begin immediate', ...job('a'), ...job('b'), 'commit']);
    commits.shift()?.ok();
    expect(await Promise.all(first)).toEqual(['a', 'b']);
    await turns();
    expect(statements).toEqual(['begin immediate', ...job('c'), ...job('d'), 'commit']);
    commits.shift()?.ok();
    expect(await Promise.all(second)).toEqual(['c', 'd']);
  });

  test('nobody is answered before the commit, not even a job that failed', async () => {
    const { commits, groupCommit, write } = recordingConnection();
    const settled: string[] = [];
    void write('a').then((name) => settled.push(name));
    void groupCommit.enqueue(() => Promise.reject(new Error('no'))).catch(() => settled.push('refused'));
    await turns();
    expect(settled).toEqual([]);
    commits.shift()?.ok();
    await turns();
    expect(settled).toEqual(['a', 'refused']);
  });

  test('a job that fails undoes only itself', async () => {
    const { statements, commits, groupCommit, write } = recordingConnection();
    const failing = groupCommit.enqueue(() => Promise.reject(new Error('no')));
    const other = write('b');
    await turns();
    expect(statements).toEqual([
      'begin immediate',
      'savepoint job',
      'rollback to job; release job',
      ...job('b'),
      'commit',
    ]);
    commits.shift()?.ok();
    await expect(failing).rejects.toThrow('no');
    expect(await other).toBe('b');
  });

  test('a commit that fails is rolled back, all of its writes are rejected, and the next goes on', async () => {
    const { statements, commits, groupCommit, write } = recordingConnection();
    const rejected = Promise.allSettled([write('a'), write('b')]);
    await turns();
    statements.length = 0;
    commits.shift()?.fail(new Error('the disk is full'));
    expect((await rejected).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(statements).toEqual(['rollback']);
    const next = write('c');
    await turns();
    commits.shift()?.ok();
    expect(await next).toBe('c');
    await groupCommit.idle();
  });

  test('where the database ended the transaction by itself, all of its writes are rejected with the cause', async () => {
    const cause = new Error('disk I/O error');
    const gone = new Error('no transaction is active');
    const failing = new Map([
      ['rollback to job; release job', gone],
      ['rollback', gone],
    ]);
    const { commits, groupCommit, write } = recordingConnection(failing);
    const writes = [write('a'), groupCommit.enqueue(() => Promise.reject(cause))];
    for (const written of writes) await expect(written).rejects.toBe(cause);
    expect(commits).toEqual([]);
  });

  test('an error that is no lock is reported at once where a transaction cannot begin', async () => {
    const fault = new Error('file is not a database');
    const { write } = recordingConnection(new Map([['begin immediate', fault]]));
    await expect(write('a')).rejects.toBe(fault);
  });
});
