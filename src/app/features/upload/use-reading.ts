// The name and the date of a chosen file, as the filesets of its system read them.
import { useEffect, useState } from 'react';
import type { Fileset } from '#app/features/filesets/fileset-form.ts';
import { runTest } from '#app/features/filesets/run-name-test.ts';

export interface Reading {
  /** Null: no fileset reads the name. */
  readonly fileset: Fileset | null;
  readonly name: string;
  /** ISO. */
  readonly date: string;
  /** The date is when the file was last changed. */
  readonly isFileDate: boolean;
}

/**
 * The reading by the first fileset that reads the name; null until it is known, then it stays. `filesets`: undefined while
 * they are not loaded.
 */
export function useReading(file: File, filesets: readonly Fileset[] | undefined, timeZone: string): Reading | null {
  const [reading, setReading] = useState<Reading | null>(null);
  const isRead = reading !== null;
  useEffect(() => {
    if (isRead || filesets === undefined) return;
    const mtime = new Date(file.lastModified).toISOString();
    let stop = () => undefined as void;
    const readBy = ([fileset, ...others]: readonly Fileset[]): void => {
      if (fileset === undefined) return setReading({ fileset: null, name: file.name, date: mtime, isFileDate: true });
      stop = runTest({ rule: fileset, names: [file.name], timeZone, mtime }, (answer) => {
        const read = answer.ok ? answer.results[0]?.reading : undefined;
        if (read && 'date' in read) setReading({ fileset, ...read, isFileDate: read.date === mtime });
        else readBy(others);
      });
    };
    readBy(filesets);
    return () => stop();
  }, [file, filesets, timeZone, isRead]);
  return reading;
}
