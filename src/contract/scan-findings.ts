// The result of a scan as clients write it: files by fileset, files without one, and the reason of a failure. Pure.

/** A file that a scan found. Sizes in bytes; null where the client did not say. */
export interface FoundFile {
  readonly file: string;
  readonly size: number | null;
  /** Not stored yet when the scan found it. */
  readonly isNew: boolean;
}

/** The files that one fileset matched. */
export interface FoundSet {
  readonly id: string;
  readonly description: string;
  readonly glob: string;
  readonly files: readonly FoundFile[];
}

/** `isKnown`: false where the result has another form; only its raw text can be shown then. */
export interface Findings {
  readonly isKnown: boolean;
  readonly sets: readonly FoundSet[];
  readonly unmatched: readonly FoundFile[];
  /** The number of files or folders that could not be read. */
  readonly unreadable: number;
  readonly error: string;
}

const none: Findings = { isKnown: false, sets: [], unmatched: [], unreadable: 0, error: '' };

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function fileOf(value: unknown): FoundFile {
  const { file, size, isNew } = recordOf(value);
  return { file: textOf(file), size: typeof size === 'number' ? size : null, isNew: isNew === true };
}

/** Reads the result of a scan, whatever client wrote it. */
export function findingsOf(result: unknown): Findings {
  const { filesets, unmatched, unreadable, error } = recordOf(result);
  if (!Array.isArray(filesets) && typeof error !== 'string') return none;
  const sets = listOf(filesets).map((one): FoundSet => {
    const { id, description, glob, files } = recordOf(one);
    return { id: textOf(id), description: textOf(description), glob: textOf(glob), files: listOf(files).map(fileOf) };
  });
  return {
    isKnown: true,
    sets,
    unmatched: listOf(unmatched).map(fileOf),
    unreadable: typeof unreadable === 'number' ? unreadable : 0,
    error: textOf(error),
  };
}

/** The numbers of a scan. */
export function countsOf({ sets, unmatched, unreadable }: Findings) {
  const files = sets.flatMap((set) => set.files);
  const fresh = files.filter(({ isNew }) => isNew).length;
  return {
    known: files.length - fresh,
    fresh,
    unmatched: unmatched.length,
    unreadable,
    all: files.length + unmatched.length,
  };
}

/** Names of files with their folders, those in no fileset first; at most `most`. */
export function sampleNames({ sets, unmatched }: Findings, most: number): readonly string[] {
  const files = [...unmatched, ...sets.flatMap((set) => set.files)];
  const names = files.map(({ file }) => file).filter((name) => /[^\\/]$/.test(name));
  return [...new Set(names)].slice(0, most);
}
