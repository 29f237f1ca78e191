// The name and the date of a chosen file, as each fileset of its system reads them.
import { useEffect, useState } from 'react';
import { type Fileset, onWindows } from '#app/features/filesets/fileset-form.ts';
import { readingText } from '#app/features/filesets/fileset-text.ts';
import { fileNameOf } from '#app/features/filesets/glob-match.ts';
import { runTest } from '#app/features/filesets/run-name-test.ts';
import type { System } from '#app/features/systems/system-format.ts';
import * as m from '#text/messages.js';

export interface Reading {
  /** Null: none. */
  readonly fileset: Fileset | null;
  /** The fileset takes the file. */
  readonly isRead: boolean;
  /** The sentence about the reading. */
  readonly note: string;
  readonly name: string;
  /** ISO. */
  readonly date: string;
  /** The date is when the file was last changed. */
  readonly isFileDate: boolean;
}

/** The letters and digits that a rule asks for in names; a rule that takes every file has none. */
const exactness = ({ glob, pattern }: Fileset): number => (fileNameOf(glob) + pattern).replaceAll(/[\W_]/g, '').length;

/**
 * The readings by each fileset, most exact first, then by none; null until they are known, then they stay. `filesets`:
 * undefined while they are not loaded.
 */
export function useReadings(
  file: File,
  filesets: readonly Fileset[] | undefined,
  { platform, organization: { timeZone } }: System,
): readonly Reading[] | null {
  const [readings, setReadings] = useState<readonly Reading[] | null>(null);
  const isRead = readings !== null;
  useEffect(() => {
    if (isRead || filesets === undefined) return;
    const mtime = new Date(file.lastModified).toISOString();
    const shared = { names: [file.name], timeZone, windows: onWindows({ platform }), mtime };
    const unread = { fileset: null, isRead: false, note: '', name: file.name, date: mtime, isFileDate: true };
    let stop = () => undefined as void;
    const readBy = ([fileset, ...others]: readonly Fileset[], known: readonly Reading[]): void => {
      if (fileset === undefined) return setReadings([...known, unread]);
      stop = runTest({ ...shared, rule: fileset }, (answer) => {
        if (!answer.ok || !answer.results[0])
          return readBy(others, [...known, { ...unread, note: m.filesets_not_tested(), fileset }]);
        const { reading } = answer.results[0];
        const note = readingText({ ...answer.results[0], stop: null }, file.name, fileset.glob);
        const read = 'date' in reading && { ...reading, isRead: true, isFileDate: reading.date === mtime };
        readBy(others, [...known, { ...unread, ...read, note, fileset }]);
      });
    };
    readBy(
      filesets.toSorted((a, b) => exactness(b) - exactness(a)),
      [],
    );
    return () => stop();
  }, [file, filesets, timeZone, platform, isRead]);
  return readings;
}
