// The operations of the jobs on the file of the embedded database. No wording, no rules.

export interface DatabaseCopy {
  /** The name of the file, without its folder. */
  name: string;
  /** When it was made, as milliseconds since 1970. */
  at: number;
  bytes: number;
}

export interface DatabaseFile {
  /** Whether the process before this one was killed, or the machine went down. */
  readonly endedUncleanly: boolean;
  /** Faults that SQLite finds in the file; none where it is sound. In a process of its own: it reads all of it. */
  check(): Promise<string[]>;
  /** Makes a checked copy, in a process of its own. @throws Error where it could not */
  copy(name: string): Promise<void>;
  /** The copies that there are, the newest first. */
  copies(): Promise<DatabaseCopy[]>;
  remove(name: string): Promise<void>;
  /** Bytes: what the database takes, and what is free beside it. */
  room(): Promise<{ bytes: number; free: number }>;
  /** Ends the current work; its caller gets an error. */
  close(): void;
}
