// What the jobs of one transaction write of single rows, gathered: it is written in a few statements, on the thread that
// commits. Whatever else is said to the connection is said after it, so that each job sees what those before it did.
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Db, Direct, Row, RowName, Write } from '#server/kernel/store.ts';
import { STAGED, manyOf, singleOf, textOf, type Statement } from './together-text.ts';

/** The connection, past all that waits. */
export interface Connection {
  exec(statements: string): void;
  run(text: string, values: readonly unknown[]): QueryResult<Row>;
  first(text: string, values: readonly unknown[]): Row | undefined;
  rows(text: string, values: readonly unknown[]): Row[];
  /** Rolls back to the savepoint `job`. False where SQLite ended the whole transaction by itself, as it does on a full disk. */
  undo(): boolean;
}

/** Work on the writing connection, and whoever waits for it. */
export interface Job {
  first: readonly RowName[];
  run(db: Db): Promise<unknown>;
  /** When it arrived, by `performance.now()`. */
  since: number;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** A transaction on its way to the disk. */
export interface Flight {
  /** Resolves when it is there, to whether that is what was sent off. */
  over: Promise<boolean>;
  isOver: boolean;
  /** The rows that it writes, by their noun and id; null where it may be any. */
  rows: ReadonlySet<string> | null;
}

const keyOf = (noun: string, id: unknown): string => `${noun} ${String(id)}`;

/** What JSON would bring to the database as another text. */
const isOther = /\\u0000|\\ud[89a-f]/i;

/** Fewer rows are read one by one. */
const FEW = 3;
const failed = (why: string) => new Error(`not written together: ${why}`);

export class Together implements Direct {
  /** Whether writes may wait. */
  #open = false;
  /** What this transaction is prepared beside, while it has not begun. */
  #ahead: Flight | null = null;
  #begun = true;
  /** Set where the writes could not be made: nothing of this transaction holds. */
  #broken = false;
  /** Whether the job that runs has a savepoint to go back to. */
  #saved = false;
  /** Whether it left anything to be written with the others. */
  #left = false;
  /** Whether anything was written that did not wait. */
  #others = false;
  #waiting: Statement[] = [];
  /** The rows that are among what waits. */
  readonly #touched = new Set<string>();
  #written = new Set<string>();
  readonly #known = new Map<string, Row>();

  readonly #connection: Connection;
  readonly #beside: Pick<Connection, 'first' | 'rows'>;
  readonly #forget: () => void;

  /**
   * @param beside reads what is committed, at any time
   * @param forget called when a transaction is over in which something was written that did not wait
   */
  constructor(connection: Connection, beside: Pick<Connection, 'first' | 'rows'>, forget: () => void) {
    this.#connection = connection;
    this.#beside = beside;
    this.#forget = forget;
  }

  /** Begins a transaction of jobs whose writes may wait. @param ahead what is on its way: until it is over this one is only prepared */
  open(ahead: Flight | null): void {
    this.#clear();
    this.#written = new Set();
    this.#open = true;
    this.#ahead = ahead;
    this.#begun = this.#broken = false;
  }

  /** Undoes the transaction, and begins one in which nothing waits. */
  again(): void {
    this.rollBack();
    this.#begun = false;
    this.#connection.exec('begin immediate');
    this.#begun = true;
  }

  /** Ends it with nothing done. */
  rollBack(): void {
    this.#clear();
    this.#open = this.#broken = false;
    try {
      if (this.#begun) this.#connection.exec('rollback');
    } catch {
      // There was nothing left to roll back: a full disk may have ended it already.
    }
    this.over();
  }

  /** Called when the transaction is over: what lasts is true until then. */
  over(): void {
    if (this.#others) this.#forget();
    this.#others = false;
  }

  /** Reads what these jobs ask for first, as far as it can be read at once. */
  fetch(jobs: readonly Job[]): void {
    if (!this.#open) return;
    const wanted = new Map<string, Set<string>>();
    for (const { noun, id } of jobs.flatMap(({ first }) => first)) {
      const key = keyOf(noun, id);
      if (this.#known.has(key) || this.#touched.has(key) || this.#isComing(key)) continue;
      wanted.set(noun, (wanted.get(noun) ?? new Set()).add(id));
    }
    for (const [noun, ids] of wanted) {
      if (ids.size < FEW) continue;
      for (const row of this.#there().rows(manyOf(noun), [JSON.stringify([...ids])]))
        this.#known.set(keyOf(noun, row['id']), row);
    }
  }

  /**
   * Runs one job so that one that fails undoes only itself.
   *
   * @returns what tells whoever waits for it
   * @throws where all has to be done again, one by one
   */
  async job({ run, resolve, reject }: Job, db: Db): Promise<() => void> {
    this.#saved = this.#left = false;
    if (!this.#open) this.#save();
    let settle: () => void;
    try {
      const value = await run(db);
      settle = () => resolve(value);
    } catch (error) {
      // What it wrote was taken for done, perhaps wrongly, and may lie among the writes of others.
      this.#broken ||= this.#left;
      if (this.#saved && !this.#connection.undo()) throw error;
      this.#known.clear();
      settle = () => reject(error);
    }
    if (this.#broken) throw failed('a job has to be done again');
    if (this.#saved) this.#connection.exec('release job');
    return settle;
  }

  /** Where something else is to be said: begins the transaction as soon as it may. Throws where what it was prepared beside failed. */
  async ready(): Promise<void> {
    if (this.#begun) return;
    const ahead = this.#ahead;
    if (ahead && !(await ahead.over)) {
      this.#broken = true;
      throw failed('what was on its way did not arrive');
    }
    if (this.#begun) return;
    try {
      this.#connection.exec('begin immediate');
    } catch (error) {
      // Another process holds the lock, perhaps: the job that asked is as little to blame as the others.
      this.#broken = true;
      throw error;
    }
    this.#begun = true;
  }

  /** Called before anything else is said to the connection. */
  before(text: string): void {
    if (!text.startsWith('select')) {
      this.#known.clear();
      this.#others = true;
    }
    if (!this.#open) return;
    this.#write();
    if (!this.#saved) this.#save();
  }

  /** The statements that are left to be said before the commit, and the rows that it writes. */
  async take(): Promise<{ statements: string; rows: Flight['rows'] }> {
    await this.ready();
    return { statements: this.#stage(), rows: this.#others ? null : this.#written };
  }

  async run({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    await this.ready();
    this.before(sql);
    return this.#connection.run(sql, parameters);
  }

  async first({ sql, parameters }: CompiledQuery): Promise<Row | undefined> {
    await this.ready();
    this.before(sql);
    return this.#connection.first(sql, parameters);
  }

  lasting(query: CompiledQuery): Promise<Row | undefined> {
    return this.first(query);
  }

  async rowOf(noun: string, id: string, query: CompiledQuery): Promise<Row | undefined> {
    const key = keyOf(noun, id);
    if (!this.#open || this.#touched.has(key)) return this.first(query);
    if (!this.#isAhead() || this.#isComing(key)) await this.ready();
    const known = this.#known.get(key) ?? this.#there().first(query.sql, query.parameters);
    if (!known) return undefined;
    this.#known.set(key, known);
    return { ...known };
  }

  together({ noun, id, values }: Write): boolean {
    if (!this.#open) return false;
    const key = keyOf(noun, id ?? values['id']);
    if (this.#touched.has(key)) return false;
    this.#touched.add(key);
    this.#written.add(key);
    this.#known.delete(key);
    this.#left = true;
    const statement = this.#statementFor(noun, id === null, Object.keys(values));
    statement.rows.push(id === null ? Object.values(values) : [id, ...Object.values(values)]);
    return true;
  }

  /** Whether another transaction is still on its way. */
  #isAhead(): boolean {
    return !this.#begun && this.#ahead?.isOver === false;
  }

  /** Whether the row may be written by what is on its way. */
  #isComing(key: string): boolean {
    return this.#isAhead() && (this.#ahead?.rows?.has(key) ?? true);
  }

  /** Where rows are read that do not wait. */
  #there(): Pick<Connection, 'first' | 'rows'> {
    return this.#begun ? this.#connection : this.#beside;
  }

  #statementFor(noun: string, added: boolean, columns: string[]): Statement {
    const isIt = (one: Statement) =>
      one.noun === noun &&
      one.added === added &&
      one.columns.length === columns.length &&
      one.columns.every((column, at) => column === columns[at]);
    let statement = this.#waiting.find(isIt);
    if (!statement) this.#waiting.push((statement = { noun, added, columns, rows: [] }));
    return statement;
  }

  #save(): void {
    this.#connection.exec('savepoint job');
    this.#saved = true;
  }

  /** Afterwards nothing waits. */
  #stage(): string {
    const statements = this.#waiting;
    this.#nothingWaits();
    if (statements.length === 0) return '';
    const rows = JSON.stringify(statements.map((one) => one.rows));
    if (isOther.test(rows)) throw failed('JSON says it otherwise');
    this.#connection.run(STAGED, [rows]);
    return `${statements.map(textOf).join('')}delete from temp.together;`;
  }

  #write(): void {
    try {
      const [only, ...others] = this.#waiting;
      if (only && others.length === 0 && only.rows.length === 1) {
        this.#nothingWaits();
        this.#connection.run(...singleOf(only));
        return;
      }
      const statements = this.#stage();
      if (statements) this.#connection.exec(statements);
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  #nothingWaits(): void {
    this.#waiting = [];
    this.#touched.clear();
  }

  #clear(): void {
    this.#nothingWaits();
    this.#known.clear();
  }
}
