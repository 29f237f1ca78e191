// The store of backups: each minute whether it is there, once a day the newest file of each system.
import type { Cause } from '#contract/cause.ts';
import type { FileFault } from '#contract/backup.ts';
import { shifted } from '#contract/time/calendar.ts';
import { isQuiet, setOwn } from '#server/entities/alarm/installation-alarm.ts';
import {
  faultOf,
  faultText,
  findStored,
  filesToCheck,
  isAnyStored,
  isHere,
  noteFault,
  STORE_SILENT,
  storeCause,
  type FileToCheck,
} from '#server/entities/backup/stored-file.ts';
import { within } from '#server/pipeline/timeout.ts';
import type { JobContext } from './context.ts';
import type { Job } from './scheduler.ts';
import { causeSentence } from '#text/cause.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A disk that is being mounted, or a moment without a network, is no trouble yet. */
const BAD_MINUTES = 2;
/** A store that hangs is not waited for any longer. */
const ANSWER_MS = 10_000;
/** A large fleet is looked through for minutes. */
const PATIENCE_MS = HOUR_MS;
const SLICE = 100;
/** An upload trusts a look at the store that is no older. */
const TRUSTED_MS = 5_000;
/** From so many missing files on, and half of all, the store is the cause. */
const STORE_LOST = 3;

/** True where so many of the newest files are missing that the store itself is in trouble, not single files. */
export const isStoreLost = (missing: number, checked: number): boolean =>
  missing >= STORE_LOST && missing * 2 >= checked;

interface Found {
  file: FileToCheck;
  fault: FileFault | null;
}

/** Looks at one stored file, and notes what has become of it. Returns one line where it is faulty. */
export async function checkFile({ services, read, write }: JobContext, key: string): Promise<string | null> {
  const backup = await read((unit) => findStored(unit, key));
  if (!backup || !isHere(services, backup)) return null;
  const fault = await faultOf(services.storage, { key, size: backup.size });
  if (fault !== backup.fault) await write((unit) => noteFault(unit, services, backup.id, fault));
  return fault && faultText(backup.file, fault);
}

/** The watch over the store of one server. */
export class StoreCheck {
  readonly job: Job;

  readonly #jobContext: JobContext;
  #cause: Cause | null = null;
  #probing: Promise<Cause | null> | null = null;
  #badMinutes = 0;
  /** False once nothing is recorded in it: the database is not asked again until there is. */
  #isUsed = true;
  #probeAt = '';
  /** Until then the last look at a store that is well holds for uploads. */
  #trustedUntil = '';
  #filesAt = '';

  constructor(jobContext: JobContext) {
    this.#jobContext = jobContext;
    const { now } = jobContext.services;
    this.job = {
      name: 'store',
      patienceMs: PATIENCE_MS,
      nearest: () => Promise.resolve(this.#probeAt === '' ? now() : this.#probeAt),
      clockSet: async () => {
        this.#probeAt = this.#filesAt = '';
      },
      run: () => this.#run(),
    };
  }

  /** The problem of the store, as a sentence; null while there is none. */
  get trouble(): string | null {
    return this.#cause && causeSentence(this.#cause);
  }

  /**
   * Why no file may be stored now; null where it may. An upload into a disk that is not mounted would be hidden by the one
   * that is, and the first file would make an empty store look well.
   */
  async refusal(): Promise<string | null> {
    const { services, read } = this.#jobContext;
    if (this.trouble === null && services.now() >= this.#trustedUntil) {
      this.#cause = await this.#probe();
      if (this.trouble !== null) this.#filesAt = '';
      else this.#trustedUntil = shifted(services.now(), TRUSTED_MS);
      // A file may lie in it from now on.
      this.#isUsed = true;
    }
    if (this.trouble === null) return null;
    // A person who resolved the alarm knows that the files are lost: new ones may be stored.
    return (await read((unit) => isQuiet(unit, 'storageTrouble'))) ? null : this.trouble;
  }

  async #run(): Promise<number> {
    const { services, write } = this.#jobContext;
    if (services.now() < this.#probeAt) return 0;
    this.#probeAt = shifted(services.now(), MINUTE_MS);
    const cause = await this.#probe();
    if (cause !== null) {
      this.#cause = cause;
      this.#filesAt = '';
      this.#badMinutes += 1;
      if (this.#badMinutes >= BAD_MINUTES) await write((unit) => setOwn(unit, services, 'storageTrouble', cause));
      return 1;
    }
    this.#badMinutes = 0;
    if (services.now() >= this.#filesAt) await this.#checkFiles();
    return 1;
  }

  /** One look at a time: those that hang must not pile up. */
  #probe(): Promise<Cause | null> {
    this.#probing ??= this.#look().finally(() => (this.#probing = null));
    return within(ANSWER_MS, this.#probing, STORE_SILENT);
  }

  async #look(): Promise<Cause | null> {
    const { services, read } = this.#jobContext;
    try {
      await services.storage.ready();
      for await (const _ of services.storage.list('')) {
        this.#isUsed = true;
        return null;
      }
    } catch (error) {
      return storeCause(error);
    }
    this.#isUsed &&= await read((unit) => isAnyStored(unit, services));
    return this.#isUsed ? { code: 'storeEmpty' } : null;
  }

  /** A store that lost most files is one alarm; single files are one for each system. */
  async #checkFiles(): Promise<void> {
    const { services, write } = this.#jobContext;
    const { changed, newest, missing } = await this.#compare();
    if (isStoreLost(missing, newest)) {
      const cause = { code: 'storeLost' as const, missing, newest };
      this.#cause = cause;
      this.#filesAt = shifted(services.now(), HOUR_MS);
      await write((unit) => setOwn(unit, services, 'storageTrouble', cause));
      return;
    }
    this.#cause = null;
    this.#filesAt = shifted(services.now(), DAY_MS);
    await write((unit) => setOwn(unit, services, 'storageTrouble', null));
    for (const { file, fault } of changed) await write((unit) => noteFault(unit, services, file.id, fault));
  }

  /** The newest file of each system, and every faulty one, as it is now. */
  async #compare(): Promise<{ changed: Found[]; newest: number; missing: number }> {
    const { services, read } = this.#jobContext;
    const changed: Found[] = [];
    let [newest, missing] = [0, 0];
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      const { files, last } = await read((unit) => filesToCheck(unit, services, from, SLICE));
      for (const file of files) {
        const fault = await faultOf(services.storage, file);
        if (file.isNewest) newest += 1;
        if (file.isNewest && fault === 'missing') missing += 1;
        if (fault !== file.fault) changed.push({ file, fault });
      }
      after = last;
    }
    return { changed, newest, missing };
  }
}
