// The client as a process: its exit codes, its death in the middle of work, its clean end.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { HELP, readArgs } from '#agent/args.ts';
import { VERSION } from '#agent/version.ts';
import pkg from '../../package.json' with { type: 'json' };
import { KEY, type HonestServer } from './honest-server.ts';
import { folder, clientProcess, put, server } from './workshop.ts';

/** A start costs seconds on a busy machine; only a hang takes this long. */
const LONG = 180_000;
const args = (honest: HonestServer, root: string, state: string, ...more: string[]) => [
  '--server',
  honest.url,
  '--key',
  KEY,
  '--root',
  root,
  '--state',
  state,
  ...more,
];

describe('exit codes', () => {
  test.each([
    [[], 'Which server?'],
    [['--server', 'ftp://example.com', '--key', 'k'], '--server must be an address'],
    [['--server', 'http://example.com'], 'Which key?'],
    [['--server', 'http://example.com', '--key', 'k', '--scan-every', '0'], '--scan-every must be'],
    [['--colour'], 'See --help.'],
    [
      ['--server', 'http://example.com', '--key', 'k', ...Array.from({ length: 11 }, () => ['--root', '/srv']).flat()],
      'may be given 10',
    ],
  ])('wrong arguments %j are told in a sentence', (given, sentence) => {
    const asked = readArgs(given, {});
    expect('wrong' in asked && asked.wrong).toContain(sentence);
  });

  test('the current folder is the root by default, but never the whole disk', () => {
    const given = ['--server', 'http://example.com', '--key', 'k'];
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue('/srv/backups');
    try {
      expect(readArgs(given, {})).toMatchObject({ settings: { roots: ['/srv/backups'] } });
      cwd.mockReturnValue('/');
      expect(readArgs(given, {})).toMatchObject({ wrong: expect.stringContaining('give --root FOLDER') });
      expect(readArgs([...given, '--root', '/srv'], {})).toMatchObject({ settings: { roots: ['/srv'] } });
    } finally {
      cwd.mockRestore();
    }
  });

  test(
    'a wrong argument ends the process with 2 and one line',
    async () => {
      const { code, err } = await clientProcess(['--colour']).ended;
      expect(code).toBe(2);
      expect(err).toMatch(/^backwatch-client: Unknown option '--colour'\. See --help\.\n$/);
    },
    LONG,
  );

  test(
    'the version is the package’s, and help names every option',
    async () => {
      expect(VERSION).toBe(pkg.version);
      expect(await clientProcess(['--version']).ended).toMatchObject({ code: 0, out: `${VERSION} (2019 0615 0900)\n` });
      for (const option of ['--server', '--key', '--state', '--root', '--once', '--scan-every'])
        expect(HELP).toContain(option);
    },
    LONG,
  );

  test(
    'a key that the server does not know ends with 2 and one sentence',
    async () => {
      const [honest, state] = [await server(), await folder()];
      const env = { BACKWATCH_SERVER: honest.url, BACKWATCH_KEY: 'WRONG-KEY' };
      const { code, err, out } = await clientProcess(['--state', state], env).ended;
      expect(code).toBe(2);
      expect(err.trim()).toBe('backwatch-client: The server does not know this key. Copy it again from the console.');
      expect(out).not.toContain('WRONG-KEY');
    },
    LONG,
  );

  test(
    'a key that another client has claimed ends with 2 and one sentence',
    async () => {
      const [honest, root] = [await server(), await folder()];
      honest.claimedBy = 'the instance of another client';
      const { code, err } = await clientProcess(args(honest, root, await folder())).ended;
      expect(code).toBe(2);
      expect(err).toContain('This key is in use by another client.');
    },
    LONG,
  );

  test(
    'a server that is not there ends nothing: the client waits for it',
    async () => {
      const [honest, root] = [await server(), await folder()];
      await honest.stop();
      await put(join(root, 'backups/db-20261119.zip'), 'first');
      const client = clientProcess(args(honest, root, await folder(), '--once'));
      await new Promise<void>((resolve) => {
        client.child.stdout?.on('data', (chunk: Buffer) => chunk.includes('No connection') && resolve());
      });
      await honest.start();
      expect((await client.ended).code).toBe(0);
      expect(honest.backups).toHaveLength(1);
    },
    LONG,
  );
});

describe('death and end', () => {
  test(
    'killed in the middle of an upload, the next start makes one backup of it',
    async () => {
      const [honest, root, state] = [await server(), await folder(), await folder()];
      const content = randomBytes(5_000_000);
      await put(join(root, 'backups/db-20261119.zip'), content);
      const client = clientProcess(args(honest, root, state));
      await new Promise<void>((resolve) => {
        honest.onPut = async () => {
          client.child.kill('SIGKILL');
          await client.ended;
          resolve();
        };
      });
      honest.onPut = null;
      expect(honest.backups).toHaveLength(0);
      expect((await clientProcess(args(honest, root, state, '--once')).ended).code).toBe(0);
      expect(honest.backups).toHaveLength(1);
      expect([...honest.stored.values()][0]?.equals(content)).toBe(true);
    },
    LONG,
  );

  test(
    'killed between the upload and its record, the next start records it without sending it again',
    async () => {
      const [honest, root, state] = [await server(), await folder(), await folder()];
      await put(join(root, 'backups/db-20261119.zip'), 'first');
      const client = clientProcess(args(honest, root, state));
      honest.onRequest = ({ url }) => {
        if (url !== '/api/backup/notify' || client.child.killed) return null;
        client.child.kill('SIGKILL');
        return { statusCode: 503, body: {}, headers: {} };
      };
      await client.ended;
      expect([honest.puts, honest.backups.length]).toEqual([1, 0]);
      expect((await clientProcess(args(honest, root, state, '--once')).ended).code).toBe(0);
      expect([honest.puts, honest.backups.length]).toEqual([1, 1]);
    },
    LONG,
  );

  test(
    'SIGTERM in the middle of an upload ends the client cleanly within five seconds',
    async () => {
      const [honest, root] = [await server(), await folder()];
      await put(join(root, 'backups/db-20261119.zip'), randomBytes(5_000_000));
      const client = clientProcess(args(honest, root, await folder()));
      const took = await new Promise<number>((resolve) => {
        honest.onPut = async () => {
          const from = performance.now();
          client.child.kill('SIGTERM');
          await client.ended;
          resolve(performance.now() - from);
        };
      });
      const { code, err, out } = await client.ended;
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('"text":"Ended"');
      expect(took).toBeLessThan(5000);
      expect(honest.events('failed')).toHaveLength(0);
    },
    LONG,
  );
});
