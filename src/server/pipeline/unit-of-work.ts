// The unit of work, the only way to the data: a transaction limited to the actor's organizations that records every change.
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { uuidv7 } from './id.ts';
import type { Action } from '#contract/define.ts';
import type { Criteria } from '#contract/criteria.ts';
import { scopeOf } from '#contract/permissions.ts';
import { internalActor, type Actor } from './actor.ts';
import { decode, encode } from '#server/query/row-codec.ts';
import { toConstraintError } from './constraint.ts';
import { isLinked, type Viewer } from '#server/query/user-visibility.ts';
import { isWithin, sharedRow } from '#server/query/shared.ts';
import { editOf, firstEditOf } from './edit.ts';
import { fromServer, type Origin } from './audit-source.ts';
import { changeOf, type Act, type RecordChange, type Snapshot } from './changes.ts';
import type { UnitMemo } from './unit-memo.ts';
import { readPage } from '#server/query/page.ts';
import { childrenOf, moveChildren, snapshotAll } from './children.ts';
import { forbidden, notFound } from './errors.ts';
import { insertRow, selectBy, rowsOf, updateRow } from '#server/query/statements.ts';
import { onlyVisible } from '#server/query/where.ts';
import { lockRows } from './row-lock.ts';
import type { Table } from './table.ts';
import type { UnitHost } from './unit-host.ts';
import { anyTables, type Db, type NewRowFor, type Noun, type RecordFor, type RecordTables } from '#server/db/engine.ts';
import type { Database, Row, RowFor, UnrecordedTables, UnscopedTables } from '#server/db/engine.ts';

export class Unit {
  readonly changes: RecordChange[];
  readonly acts: Act[];
  readonly afterCommit: (() => void)[];
  readonly memo: UnitMemo;
  /** The actor whose rights this unit has. */
  readonly actor: Actor;
  /** The source of the changes: the person and the address. */
  origin: Origin;
  /** The instant at which the whole unit happens. */
  readonly now: string;
  readonly #db: Db;
  readonly host: UnitHost;
  readonly #rows: Map<string, Map<string, RowFor<string>>>;

  constructor(db: Db, host: UnitHost, actor: Actor, now: string, within?: Unit) {
    this.changes = within?.changes ?? [];
    this.acts = within?.acts ?? [];
    this.origin = within?.origin ?? fromServer();
    this.afterCommit = within?.afterCommit ?? [];
    this.memo = within?.memo ?? {};
    this.#rows = within ? within.#rows : new Map();
    this.#db = db;
    this.host = host;
    this.actor = actor;
    this.now = now;
  }

  /** This very unit with the rights of another. */
  as(actor: Actor): Unit {
    return new Unit(this.#db, this.host, actor, this.now, this);
  }

  /** The same transaction at another instant, as the internal actor. Its changes are neither logged nor published. */
  at(now: string): Unit {
    return new Unit(this.#db, this.host, internalActor, now);
  }

  /** The connection to the tables without a record, for the repositories of these tables only: nothing limits or records it. */
  get unscopedDb(): Kysely<UnscopedTables> {
    return anyTables(this.#db);
  }

  /**
   * Returns a query of the stored rows that the actor may reach with an action on a noun (default: to read the rows' own),
   * narrowed as lists are. Tables that are joined are not narrowed.
   */
  select<N extends Noun>(
    noun: N,
    { action = 'read', permissionOf = noun }: { action?: Action; permissionOf?: string } = {},
  ): SelectQueryBuilder<RecordTables, N, Record<never, never>> {
    const all = anyTables(this.#db).selectFrom<string>(noun);
    if (this.actor.kind === 'internal') return all;
    return onlyVisible(all, this.table(noun), this.viewer(permissionOf, action));
  }

  /** The same transaction as the internal actor: for consequences outside the organizations of the actor. */
  asInternal(): Unit {
    return this.actor.kind === 'internal' ? this : this.as(internalActor);
  }

  /** Records an act that changes no record. */
  audit(noun: string, row: Row, action: Act['action'], details: Act['details'] = {}): void {
    this.acts.push({ noun, row, action, details });
  }

  table<N extends string>(noun: N): Table<N> {
    const table = this.host.tables.get(noun);
    if (!table) throw new Error(`no table for ${noun}`);
    // The registry holds each table under its noun.
    return table as Table<N>;
  }

  /** The organizations the actor may touch with an action on a noun. */
  scope(noun: string, action: Action): 'all' | readonly string[] {
    if (this.actor.kind === 'internal') return 'all';
    if (this.actor.kind === 'client') return [this.actor.organizationId];
    return scopeOf(this.actor.rights, noun, action);
  }

  #inScope(table: Table, row: Row, action: Action): boolean {
    return isWithin(table, row, this.scope(table.noun, action), action);
  }

  /** Which people the actor may see where records tell of them. */
  viewer(noun: string, action: Action = 'read'): Viewer {
    return { scope: this.scope(noun, action), self: this.actor.kind === 'person' ? this.actor.id : null };
  }

  /** Whether the row is in the actor's organizations, or of a person who is. */
  async #isReached(table: Table, row: Row, action: Action): Promise<boolean> {
    const user = table.linked?.user;
    if (!user) return this.#inScope(table, row, action);
    return isLinked(this, String(row[user]), this.viewer(table.noun, action));
  }

  /** Decoded rows by id, for what records refer to: once a unit, and not narrowed, since a reference shows only a name. */
  async lookup<N extends string>(noun: N, ids: Iterable<string>): Promise<Map<string, RowFor<N>>> {
    const known = this.#known(noun);
    const missing = new Set<string>();
    for (const id of ids) if (!known.has(id)) missing.add(id);
    if (missing.size > 0) {
      const table = this.table(noun);
      const rows = await rowsOf(this.#db, noun, [...missing]);
      for (const row of rows.map((stored) => decode(table, stored))) known.set(row.id, row);
    }
    return known;
  }

  #known<N extends string>(noun: N): Map<string, RowFor<N>> {
    const known = this.#rows.get(noun) ?? new Map<string, RowFor<string>>();
    this.#rows.set(noun, known);
    // Only `decode` with the table of the noun makes the rows that are put in.
    return known as Map<string, RowFor<N>>;
  }

  /** The decoded row, or undefined when it is missing or outside the actor's organizations. */
  find<N extends string>(noun: N, id: string, action: Action = 'read'): Promise<RowFor<N> | undefined> {
    return this.findBy(noun, { id }, action);
  }

  /** As `find`, by the values of columns that name one row together. */
  async findBy<N extends string>(noun: N, values: Row, action: Action = 'read'): Promise<RowFor<N> | undefined> {
    const table = this.table(noun);
    const row = await selectBy(this.#db, noun, values);
    if (!row || !(await this.#isReached(table, row, action))) return undefined;
    const decoded = decode(table, row);
    this.#known(noun).set(decoded.id, decoded);
    return decoded;
  }

  /** As `find`, but what is not there is a 404, and what is shared and only read by the actor a 403. */
  async need<N extends string>(noun: N, id: string, action: Action = 'read'): Promise<RowFor<N>> {
    const row = await this.find(noun, id, action);
    if (row) return row;
    const isShared = this.table(noun).shared && action !== 'read' && (await this.find(noun, id));
    throw isShared ? sharedRow(noun) : notFound();
  }

  async record<N extends string>(noun: N, row: RowFor<N>): Promise<RecordFor<N>> {
    const [record] = await this.table(noun).records(this, [row]);
    return record ?? Promise.reject(notFound());
  }

  /** One page of records and the count of all that match, both narrowed. */
  async list<N extends string>(
    noun: N,
    criteria: Criteria,
    action: Action = 'read',
  ): Promise<{ rows: RecordFor<N>[]; total: number }> {
    const table = this.table(noun);
    const { rows, total } = await readPage(anyTables(this.#db), table, criteria, this.viewer(noun, action), this.now);
    const decoded = rows.map((row) => decode(table, row));
    return { rows: await table.records(this, decoded), total };
  }

  /** Holds rows until the unit ends, see `lockRows`. */
  lock(noun: keyof Database, ids: readonly string[]): Promise<void> {
    return lockRows(anyTables(this.#db), noun, ids);
  }

  /** Takes all that belongs to a record to another organization. */
  moveChildren(noun: Noun, id: string, organization: string): Promise<void> {
    return moveChildren(this, anyTables(this.#db), noun, id, organization);
  }

  /** Sets columns that no record shows: no event and no entry of the activity follows, and the rows are not narrowed. */
  get unrecorded(): Pick<Kysely<UnrecordedTables>, 'updateTable'> {
    return anyTables(this.#db);
  }

  /** Writes rows that are not narrowed, without events: where another record's event stands for them, or nobody listens. */
  get withoutEvents(): Pick<Kysely<RecordTables>, 'updateTable' | 'insertInto'> {
    return anyTables(this.#db);
  }

  /** Inserts with a new id unless one is given; answers the row. */
  async insert<N extends string>(noun: N, values: NewRowFor<N>): Promise<RowFor<N>> {
    const row = this.#newRow(noun, values);
    await this.#guard(noun, insertRow(this.#db, noun, encode(this.table(noun), row)));
    this.#note(null, await this.snapshot(noun, row));
    return row;
  }

  /** As `insert`, but where a unique index knows the same already nothing happens: null. */
  async insertOnce<N extends string>(noun: N, values: NewRowFor<N>): Promise<RowFor<N> | null> {
    const row = this.#newRow(noun, values);
    const adding = insertRow(this.#db, noun, encode(this.table(noun), row), { once: true });
    if (!(await this.#guard(noun, adding))) return null;
    this.#note(null, await this.snapshot(noun, row));
    return row;
  }

  #newRow<N extends string>(noun: N, values: NewRowFor<N>): RowFor<N> {
    const table = this.table(noun);
    const stamps = { createdAt: this.now, updatedAt: this.now, ...firstEditOf(this.#edit(table)) };
    // The values and the stamps are all columns of a row: the compiler cannot add up types of any noun.
    const row = { id: uuidv7(Date.parse(this.now)), ...stamps, ...values } as RowFor<N>;
    if (!this.#inScope(table, row, 'create'))
      throw forbidden('You do not have permission to create records in that organization.');
    return row;
  }

  /** Sets the given columns of one row; both ends of a move must be the actor's. Answers the new row. */
  async update<N extends string>(
    noun: N,
    id: string,
    values: Partial<RowFor<N>>,
    action: Action = 'update',
  ): Promise<RowFor<N>> {
    return this.updateRow(noun, await this.need(noun, id, action), values, action);
  }

  /** As `update`, for a row that was just read in this unit. */
  async updateRow<N extends string>(
    noun: N,
    row: RowFor<N>,
    values: Partial<RowFor<N>>,
    action: Action = 'update',
  ): Promise<RowFor<N>> {
    const table = this.table(noun);
    const all = { ...values, ...editOf(this.#edit(table), row, values) };
    const next = { ...row, ...all, updatedAt: this.now };
    if (!this.#inScope(table, row, action) || !this.#inScope(table, next, action))
      throw forbidden('You do not have permission to move records to that organization.');
    const before = await this.snapshot(noun, row);
    const set = encode(table, { updatedAt: this.now, ...all });
    await this.#guard(noun, updateRow(this.#db, noun, row.id, set));
    this.#known(noun).delete(row.id);
    this.#note(before, await this.snapshot(noun, next));
    return next;
  }

  #edit({ writable }: Table): Parameters<typeof firstEditOf>[0] {
    return { writable, origin: this.origin, now: this.now };
  }

  /** Destroys one row; answers the record that was. */
  async remove<N extends string>(noun: N, id: string): Promise<RecordFor<N>> {
    const row = await this.need(noun, id, 'destroy');
    const before = await this.snapshot(noun, row);
    const { linked, shared } = this.table(noun);
    const record = (linked ?? shared) ? await this.record(noun, row) : before.record;
    const parts = await childrenOf(this, anyTables(this.#db), noun, id);
    await this.#guard(noun, anyTables(this.#db).deleteFrom<string>(noun).where('id', '=', id).execute(), 'destroy');
    for (const part of parts) this.recordIndirect(part, null);
    this.#note(before, null);
    return record;
  }

  /** The record as who sees all of it sees it now, with the places that it can be seen from. */
  async snapshot<N extends string>(noun: N, row: RowFor<N>): Promise<Snapshot<N>> {
    const [seen] = await snapshotAll(this, noun, [row]);
    return seen ?? Promise.reject(notFound());
  }

  /** Notes for live events what became of a record by a change of another one. */
  recordIndirect(before: Snapshot, after: Snapshot | null): void {
    this.#note(before, after, this.now);
  }

  #note(before: Snapshot | null, after: Snapshot | null, followsAt: string | null = null): void {
    const known = after ?? before;
    if (known) this.changes.push(changeOf(this.table(known.noun), known, before, after, followsAt));
  }

  async #guard<T>(noun: string, work: Promise<T>, doing: 'write' | 'destroy' = 'write'): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw toConstraintError(noun, error, doing);
    }
  }
}
