// A page of Chromium that is driven by its DevTools protocol alone, without Playwright.
import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright-core';
import { chrome } from '../browsers.ts';
import { VIEWPORT } from './phone.ts';

interface Message {
  id?: number;
  result?: object;
  error?: { message: string };
}

export interface PlainPage {
  /** Sends a command to the page. Rejects with the error of the browser. */
  send: CDPSession['send'];
  close: () => Promise<void>;
}

/**
 * Opens a phone of `VIEWPORT` on a profile. Playwright inspects each page: Chromium then looks for the lines of running
 * scripts and parses React a second time, which takes about 80 ms of a cold start at x4.
 */
export async function openPlainPage(profile: string): Promise<PlainPage> {
  const options = ['--headless', '--remote-debugging-pipe', '--password-store=basic', '--no-first-run'];
  const args = [...chrome.args, ...options, `--user-data-dir=${profile}`, 'about:blank'];
  const browser = spawn(chrome.executablePath, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => browser.once('close', () => resolve()));
  const [, , , commands, answers] = browser.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, (message: Message) => void>();
  // A browser that ends by itself answers nothing more, and its pipe fails.
  void ended.then(() => waiting.forEach((answer) => answer({ error: { message: 'the browser ended' } })));
  commands.on('error', () => undefined);
  let rest = '';
  answers.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const json of messages) {
      const message = JSON.parse(json) as Message;
      // The others are events.
      if (message.id !== undefined) waiting.get(message.id)?.(message);
    }
  });
  let last = 0;
  const sendTo = (sessionId?: string) =>
    ((method: string, params: object = {}) =>
      new Promise<unknown>((resolve, reject) => {
        const id = (last += 1);
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id);
          if (error) reject(new Error(`${method}: ${error.message}`));
          else resolve(result);
        });
        const sent = (error: Error | null | undefined) => error && waiting.get(id)?.({ error });
        commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`, sent);
      })) as CDPSession['send'];
  const sendToBrowser = sendTo();
  const { targetInfos } = await sendToBrowser('Target.getTargets');
  const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId ?? '';
  const { sessionId } = await sendToBrowser('Target.attachToTarget', { targetId, flatten: true });
  const send = sendTo(sessionId);
  await send('Emulation.setDeviceMetricsOverride', { ...VIEWPORT, deviceScaleFactor: 1, mobile: true });
  await send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return {
    send,
    close: async () => {
      await sendToBrowser('Browser.close');
      await ended;
    },
  };
}
