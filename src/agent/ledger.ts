// Files that are stored already, persisted in the state folder. Losing it costs time, never a backup: the server knows
// too.
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { absentIsNull, writeWhole } from './instance.ts';

/** A stored file: its size in bytes, its modification time in milliseconds, the hash of what was sent. */
export type Entry = { size: number; mtimeMs: number; sha256: string };
export type Ledger = {
  has: (fileset: string, path: string, size: number, mtimeMs: number) => boolean;
  /** Only after the server has answered that the backup is recorded. */
  add: (fileset: string, path: string, entry: Entry) => void;
  /** Forgets the files of a fileset that are no longer there. */
  keepOnly: (fileset: string, paths: Set<string>) => void;
  /** Writes what has changed since the last time; nothing to do when nothing has. */
  flush: () => Promise<void>;
};

/** Opens the ledger; a damaged one is put aside and `broken` is called with where. */
export async function openLedger(folder: string, broken: (aside: string) => void): Promise<Ledger> {
  const path = join(folder, 'ledger.json');
  const text = await readFile(path, 'utf8').catch(absentIsNull);
  let filesets = text === null ? new Map<string, Map<string, Entry>>() : parse(text);
  if (filesets === null) {
    await rename(path, `${path}.broken`);
    broken(`${path}.broken`);
    filesets = new Map();
  }
  return makeLedger(path, filesets);
}

function makeLedger(path: string, filesets: Map<string, Map<string, Entry>>): Ledger {
  let dirty = false;
  return {
    has(fileset, file, size, mtimeMs) {
      const entry = filesets.get(fileset)?.get(file);
      return entry?.size === size && entry.mtimeMs === mtimeMs;
    },
    add(fileset, file, entry) {
      const files = filesets.get(fileset) ?? new Map<string, Entry>();
      filesets.set(fileset, files.set(file, entry));
      dirty = true;
    },
    keepOnly(fileset, paths) {
      const files = filesets.get(fileset);
      for (const file of files?.keys() ?? []) {
        if (!paths.has(file)) dirty = files?.delete(file) || dirty;
      }
    },
    async flush() {
      if (!dirty) return;
      dirty = false;
      const plain = Object.fromEntries([...filesets].map(([id, files]) => [id, Object.fromEntries(files)]));
      try {
        await writeWhole(path, `${JSON.stringify({ version: 1, filesets: plain })}\n`);
      } catch (error) {
        dirty = true;
        throw error;
      }
    },
  };
}

function parse(text: string): Map<string, Map<string, Entry>> | null {
  try {
    const { version, filesets } = JSON.parse(text) as {
      version: number;
      filesets: Record<string, Record<string, Entry>>;
    };
    if (version !== 1) return null;
    return new Map(Object.entries(filesets).map(([id, files]) => [id, new Map(Object.entries(files))]));
  } catch {
    return null;
  }
}
