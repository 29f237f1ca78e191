// A page of a browser in which nothing inspects the page.
import { spawn } from 'node:child_process';
import { type Readable, type Writable } from 'node:stream';
import { chrome, VIEWPORT } from './phone.ts';

interface Message {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

export interface PlainPage {
  /** Sends a command of the Chrome DevTools protocol to the page. Rejects with the browser's words where it fails. */
  send: (method: string, params?: object) => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
}

/**
 * Opens a phone of `VIEWPORT` on a profile, over a pipe. Playwright inspects each page: Chromium then looks for
 * the lines of scripts that run, and parses React a second time for them, which took 80 of 1,250 ms of a cold start at x4.
 */
export async function openPlainPage(profile: string): Promise<PlainPage> {
  const args = [...chrome.args, '--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`];
  const more = ['--password-store=basic', '--no-first-run', 'about:blank'];
  const browser = spawn(chrome.executablePath, [...args, ...more], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  const [, , , commands, answers] = browser.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, (message: Message) => void>();
  let rest = '';
  answers.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages.map((json) => JSON.parse(json) as Message)) {
      if (message.id !== undefined) waiting.get(message.id)?.(message);
    }
  });
  let last = 0;
  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, ({ result = {}, error }) => {
        waiting.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
      commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  const { targetInfos } = (await send('Target.getTargets')) as { targetInfos: { type: string; targetId: string }[] };
  const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
  const { sessionId } = (await send('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string };
  const page: PlainPage = {
    send: (method, params) => send(method, params, sessionId),
    close: async () => {
      await send('Browser.close');
      await ended;
    },
  };
  await page.send('Emulation.setDeviceMetricsOverride', { ...VIEWPORT, deviceScaleFactor: 1, mobile: true });
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return page;
}
