// Mail without a mail server: each one is stored as an .eml file that any mail program opens.
import { mkdirSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { errorCode } from '#server/unknown.ts';
import type { MailPort } from './mail.ts';

const MOST = 500;

interface FolderOptions {
  folder: string;
  from: string;
  now(): string;
  /** The most files that are stored: nobody empties this folder. */
  most?: number;
  /** Called with the path of the newest one. */
  onStored(path: string): void;
}

export function openFolderMail({ folder, from, now, onStored, most = MOST }: FolderOptions): MailPort {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let written = 0;
  return {
    sends: false,
    async send({ to, ...mail }) {
      try {
        const composed = await composer.sendMail({ from, to: { name: '', address: to }, ...mail });
        written += 1;
        const path = join(folder, `${stampOf(now())}-${String(written).padStart(4, '0')}-${plain(to)}.eml`);
        // It may hold a link that opens an account.
        await writeFile(path, composed.message, { mode: 0o600 });
        await prune(folder, most);
        onStored(path);
        return { result: 'kept', code: 'noMailServer', detail: '' };
      } catch (error) {
        return { result: 'retry', code: 'unsent', detail: errorCode(error) ?? 'EUNKNOWN' };
      }
    },
    close: () => composer.close(),
  };
}

const stampOf = (at: string): string => at.replace(/[:.]/g, '-');
const plain = (address: string): string => address.replace(/[^\w@.-]/g, '_').slice(0, 80);

async function prune(folder: string, most: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of names.slice(0, Math.max(0, names.length - most))) await rm(join(folder, name), { force: true });
}
