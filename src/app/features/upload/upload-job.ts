// Uploads of files as backups: they go on while other pages are shown, and each ends with a flash.
import { api } from '#app/api/client.ts';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { cachedSession, followUser } from '#app/auth/me.ts';
import { createStore } from '#app/device/create-store.ts';
import { flash } from '#app/device/flash.ts';
import { uploadCount } from '#app/features/shell/upload-count.ts';
import * as m from '#text/messages.js';

/** A file and the backup that it becomes. */
export interface UploadRequest {
  readonly system: { readonly id: string; readonly name: string };
  /** The id of the fileset that read the name; left out: none did. */
  readonly fileset?: string;
  readonly file: File;
  /** The name of the backup. */
  readonly name: string;
  /** The date of the backup, ISO. */
  readonly date: string;
}

export interface Upload {
  readonly request: UploadRequest;
  /** The id of the person who began it. */
  readonly person: string | undefined;
  /** Bytes. */
  readonly sent: number;
  /** The key of the stored file; null while it is not stored. */
  readonly key: string | null;
  /** The sentence of a failure; null while it is under way. */
  readonly error: string | null;
  readonly stop: () => void;
}

/** By the id of the system: one at a time for each. */
const uploads = createStore<Readonly<Record<string, Upload>>>({});

/** The upload of a system that is under way or has failed. */
export const useUpload = (system: string): Upload | undefined => uploads.use((all) => all[system]);

/** All of them. */
export const useUploads = (): readonly Upload[] => Object.values(uploads.use());

/** One sentence about the upload. */
export const titleOf = ({ request: { name, system }, error }: Upload): string =>
  error === null ? m.uploads_under_way({ name }) : m.uploads_failed({ name, system: system.name });

/** The share of the file that has been sent, from 0 to 1. */
export const shareOf = ({ request, sent }: Upload): number => sent / request.file.size;

const confirmLeave = (event: BeforeUnloadEvent): void => event.preventDefault();

function setUpload(system: string, upload: Upload | undefined): void {
  const { [system]: _, ...others } = uploads.get();
  uploads.set(upload ? { ...others, [system]: upload } : others);
  uploadCount.set(Object.keys(uploads.get()).length);
  // A reload would end it: the browser asks before, and no update is applied meanwhile.
  const busy = Object.values(uploads.get()).some(({ error }) => error === null);
  document.documentElement.toggleAttribute('data-unfinished', busy);
  (busy ? addEventListener : removeEventListener)('beforeunload', confirmLeave);
}

/** Forgets an upload that has failed. */
export const forgetUpload = (system: string): void => setUpload(system, undefined);

// Another person must not report the file, or see its name. A session that has only ended may go on as the same person.
function dropOthers(person: string | null): void {
  if (person === null && cachedSession()?.ended) return;
  for (const [system, upload] of Object.entries(uploads.get())) {
    if (upload.person === person) continue;
    upload.stop();
    setUpload(system, undefined);
  }
}

let isFollowing = false;

/**
 * Uploads the file and reports it. A failure stays until it is tried again or forgotten; `failed`: the failed attempt, whose
 * stored file is only reported.
 */
export async function startUpload(request: UploadRequest, failed?: Upload): Promise<void> {
  const { system, file, name, date, fileset } = request;
  const { id } = system;
  const controller = new AbortController();
  const { signal } = controller;
  let upload: Upload = {
    request,
    person: cachedSession()?.user?.id,
    sent: failed?.sent ?? 0,
    key: failed?.key ?? null,
    error: null,
    stop: () => controller.abort(),
  };
  const change = (values: Partial<Upload>) => {
    upload = { ...upload, ...values };
    if (!signal.aborted) setUpload(id, upload);
  };
  change({});
  if (!isFollowing) followUser(dropOthers);
  isFollowing = true;
  try {
    if (upload.key === null) {
      const input = { id, name, date, size: file.size, ...(fileset !== undefined && { fileset }) };
      const { url, key } = await api.system.uploadKeys(input, { signal });
      await send(url, file, signal, (sent) => change({ sent }));
      change({ sent: file.size, key });
    }
    if (signal.aborted) return;
    await api.backup.notify({ system: id, date, key: upload.key ?? '' });
    setUpload(id, undefined);
    flash('positive', m.uploads_done({ name, system: system.name }));
  } catch (error) {
    if (signal.aborted) return setUpload(id, undefined);
    // The store has lost it: the next attempt sends it again.
    if (error instanceof ApiError && error.code === 'E_NOT_STORED') change({ sent: 0, key: null });
    change({ error: textOf(error) });
    flash('negative', m.uploads_failed({ name, system: system.name }));
  }
}

function textOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'E_EXISTS') return m.uploads_exists();
  // The clock of the device runs ahead of the server's.
  if (error instanceof ApiError && error.issues.some(({ path }) => path === 'date')) return m.uploads_date_refused();
  return errorMessage(error);
}

/** `fetch` reports no progress of an upload. Throws `ApiError`. */
function send(url: string, file: File, signal: AbortSignal, onSent: (bytes: number) => void): Promise<void> {
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const fail = (status: number, code: string) => reject(new ApiError(status, code));
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onerror = () => fail(0, 'E_NETWORK');
    request.onabort = () => fail(0, 'E_ABORTED');
    request.onload = () => (request.status < 300 ? resolve() : fail(request.status, codeOf(request)));
    signal.addEventListener('abort', () => request.abort());
    request.open('PUT', url);
    request.send(file);
  });
}

function codeOf({ status, responseText }: XMLHttpRequest): string {
  try {
    return (JSON.parse(responseText) as { code: string }).code;
  } catch {
    return `E_${status}`;
  }
}
