// A server that cannot be reached: the cause in a sentence, and the end of `--once`.
import { readFile } from 'node:fs/promises';
import { createServer as createPlain } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readArgs } from '#agent/args.ts';
import { folder, here, put, server } from './workshop.ts';

const run = promisify(execFile);

async function selfSigned(): Promise<{ key: Buffer; cert: Buffer }> {
  const place = await folder();
  const [key, cert] = [join(place, 'key.pem'), join(place, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  await run('openssl', [...made, '-subj', '/CN=localhost', '-keyout', key, '-out', cert]);
  return { key: await readFile(key), cert: await readFile(cert) };
}

/** Listens until the test ends; its port. */
async function portOf(listener: Server | ReturnType<typeof createPlain>): Promise<number> {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  });
  return (listener.address() as AddressInfo).port;
}

const once = async (url: string) => (await here({ url }, await folder(), { once: true })).ended;

test('a self-signed certificate is named, with what to do', async () => {
  const port = await portOf(createServer(await selfSigned(), (_, response) => response.end()));
  const { code, sentence } = await once(`https://localhost:${port}`);
  expect(code).toBe(3);
  expect(sentence).toMatch(
    /^The server could not be reached for 60 s\. The certificate of localhost:\d+ is not trusted/,
  );
  expect(sentence).toContain('NODE_EXTRA_CA_CERTS');
});

test('a server that is down, a name that does not exist and a server that is none are distinguished', async () => {
  const port = await portOf(createPlain((_, response) => response.writeHead(502).end('Bad gateway')));
  expect((await once(`http://localhost:${port}`)).sentence).toContain('answered with status 502');
  expect((await once('http://localhost:1')).sentence).toContain('localhost:1 refuses the connection');
  expect((await once('http://nowhere.invalid')).sentence).toContain('The name nowhere.invalid cannot be found');
  expect((await once(`https://localhost:${port}`)).sentence).toContain('does not speak TLS');
});

test('a server that goes while files wait ends --once as well, and one that comes back in time does not', async () => {
  const [honest, root] = [await server(), await folder()];
  await put(join(root, 'backups/db-20261119.zip'), 'first');
  honest.onRequest = ({ url }) => {
    if (!url.includes('get-upload-keys')) return null;
    void honest.stop();
    return { statusCode: 503, body: {}, headers: {} };
  };
  const client = await here(honest, root, { once: true });
  expect(await client.ended).toMatchObject({
    code: 3,
    sentence: expect.stringContaining('could not be reached for 60 s'),
  });
  honest.onRequest = null;
  const again = await here(honest, root, { once: true, giveUpMs: Infinity, state: client.state });
  await honest.start();
  expect((await again.ended).code).toBe(0);
  expect(honest.backups).toHaveLength(1);
});

test('without --once nothing is given up, and the time must be a number of seconds', async () => {
  const client = await here({ url: 'http://localhost:1' }, await folder(), { giveUpMs: 1 });
  await expect.poll(() => client.lines.filter((line) => line.includes('No connection')).length).toBeGreaterThan(2);
  expect(await client.end()).toEqual({ code: 0, sentence: '' });
  const asked = readArgs(['--server', 'http://a', '--key', 'k', '--give-up', '0'], {});
  expect('wrong' in asked && asked.wrong).toBe('--give-up must be a number of seconds from 1 to 86400.');
});
