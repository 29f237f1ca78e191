// The name and the date of a chosen file, as the filesets of its system read them.
import { useEffect, useState } from 'react';
import type { Fileset } from '#app/features/filesets/fileset-form.ts';
import { runTest } from '#app/features/filesets/run-name-test.ts';

export interface Reading {
  /** Null: no fileset reads the name. Then the date is that of the file. */
  readonly fileset: Fileset | null;
  readonly name: string;
  /** ISO. */
  readonly date: string;
}

/** The reading by the first fileset that reads the name; null until it is known. `filesets`: undefined while not loaded. */
export function useReading(
  file: File | null,
  filesets: readonly Fileset[] | undefined,
  timeZone: string,
): Reading | null {
  const [reading, setReading] = useState<Reading | null>(null);
  useEffect(() => {
    setReading(null);
    if (file === null || filesets === undefined) return;
    const mtime = new Date(file.lastModified).toISOString();
    let stop = () => undefined as void;
    const readBy = ([fileset, ...others]: readonly Fileset[]): void => {
      if (fileset === undefined) return setReading({ fileset: null, name: file.name, date: mtime });
      stop = runTest({ rule: fileset, names: [file.name], timeZone, mtime }, (answer) => {
        const read = answer.ok ? answer.results[0]?.reading : undefined;
        if (read && 'date' in read) setReading({ fileset, name: read.name, date: read.date });
        else readBy(others);
      });
    };
    readBy(filesets);
    return () => stop();
  }, [file, filesets, timeZone]);
  return reading;
}
