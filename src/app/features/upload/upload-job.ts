// Uploads of files as backups: they go on while other pages are shown, and each ends with a flash.
import { api } from '#app/api/client.ts';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { createStore } from '#app/device/create-store.ts';
import { flash } from '#app/device/flash.ts';
import * as m from '#text/messages.js';

/** A file and the backup that it becomes. */
export interface UploadOrder {
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
  readonly order: UploadOrder;
  /** Bytes. */
  readonly sent: number;
  /** The sentence of a failure; null while it is under way. */
  readonly error: string | null;
  readonly cancel: () => void;
}

/** By the id of the system: one at a time for each. */
const uploads = createStore<Readonly<Record<string, Upload>>>({});

/** The upload of a system that is under way or has failed. */
export const useUpload = (system: string): Upload | undefined => uploads.use((all) => all[system]);

const isUnderWay = (): boolean => Object.values(uploads.get()).some(({ error }) => error === null);
const askToStay = (event: BeforeUnloadEvent): void => event.preventDefault();

function put(system: string, upload: Upload | undefined): void {
  const { [system]: _, ...others } = uploads.get();
  uploads.set(upload ? { ...others, [system]: upload } : others);
  // A reload would end it: the browser asks before, and no update is applied meanwhile.
  const busy = isUnderWay();
  document.documentElement.toggleAttribute('data-unfinished', busy);
  (busy ? addEventListener : removeEventListener)('beforeunload', askToStay);
}

/** Forgets an upload that has failed. */
export const forgetUpload = (system: string): void => put(system, undefined);

/** Uploads the file and reports it; a failure stays until it is tried again or forgotten. */
export async function startUpload(order: UploadOrder): Promise<void> {
  const { system, file, name, date, fileset } = order;
  const { id } = system;
  const controller = new AbortController();
  const upload: Upload = { order, sent: 0, error: null, cancel: () => controller.abort() };
  put(id, upload);
  try {
    const keys = await api.system.uploadKeys(
      { id, name, date, size: file.size, ...(fileset !== undefined && { fileset }) },
      { signal: controller.signal },
    );
    if (!keys.stored) await send(keys.url, file, controller.signal, (sent) => put(id, { ...upload, sent }));
    await api.backup.notify({ system: id, date, key: keys.key });
    put(id, undefined);
    flash('positive', m.uploads_done({ name, system: system.name }));
  } catch (error) {
    if (controller.signal.aborted) return put(id, undefined);
    put(id, { ...upload, error: errorMessage(error) });
    flash('negative', m.uploads_failed({ name, system: system.name }));
  }
}

/** Not `fetch`, which does not tell how much was sent. Throws `ApiError`. */
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
