// The tables without a record: queries read and write their stored values, and no call lists them.
import type { AlarmAct } from '#contract/alarm-history.ts';
import type { SendFault } from '#contract/cause.ts';
import type { BulkValues, JobRecord } from '#contract/job.ts';
import type { DeliveryStage } from '#contract/notifications/notification.ts';
import type { TokenMode } from '#contract/token.ts';
import { int, json, nullable, optional, stamps, text } from '#server/query/columns.ts';
import type { StoredRow, StoredTables } from '#server/query/columns.ts';
import type { Insertable } from 'kysely';
import type * as z from 'zod/mini';
import type { Database, RowOf } from '#server/db/engine.ts';

/** The keys of a device's push subscription, as its row has them. */
export type Subscription = Pick<RowOf<'device'>, 'endpoint' | 'p256dh' | 'auth'>;

export const internalColumns = {
  alarmevent: {
    id: text(),
    alarm: text(),
    user: text(),
    act: text<z.output<typeof AlarmAct>>(),
    recipient: nullable(text()),
    note: nullable(text()),
    createdAt: text(),
  },
  challenge: { ...stamps, user: nullable(text()), origin: text(), expiresAt: text() },
  idempotency_key: { ...stamps, user: text(), answer: json<{ outcome: 'done' | 'already'; by: string | null }>() },
  delivery: {
    ...stamps,
    alarm: nullable(text()),
    user: text(),
    device: nullable(text()),
    stage: text<DeliveryStage>(),
    status: text<'pending' | 'sending' | 'sent' | 'gone' | 'refused' | 'failed'>(),
    attempts: int(),
    nextAt: nullable(text()),
    message: text(),
    sentAt: nullable(text()),
    shownAt: nullable(text()),
    rangAt: nullable(text()),
    detail: nullable(json<SendFault>()),
    tag: optional(text()),
    /** Ids of alarms. */
    covers: optional(json<readonly string[]>()),
    /** Of a device that is gone. */
    subscription: optional(nullable(json<Subscription>())),
  },
  endedsession: { hash: text(), reason: text<'expired' | 'signedOut' | 'password' | 'deactivated'>(), endedAt: text() },
  pending_propagation: {
    ...stamps,
    noun: text<'organization' | 'schedule' | 'retention'>(),
    before: text(),
    after: text(),
  },
  identity: { ...stamps, user: text(), issuer: text(), subject: text() },
  jobitem: {
    ...stamps,
    job: text(),
    place: int(),
    system: text(),
    name: text(),
    organizationName: text(),
    state: text<JobRecord['results'][number]['state']>(),
    code: nullable(text()),
    message: nullable(text()),
    /** The values before the change. */
    former: nullable(json<z.output<typeof BulkValues>>()),
    /** The person with E_CHANGED. */
    editedBy: nullable(json<{ id: string; name: string }>()),
    /** The `editedAt` of the system after the change; with E_CHANGED that of the other edit. */
    editedAt: nullable(text()),
  },
  keyprint: { name: text(), print: text() },
  mail: { ...stamps, sealed: text(), attempts: int(), nextAt: text(), deliveries: optional(json<readonly string[]>()) },
  migration: { name: text(), appliedAt: text() },
  node: { id: text(), seenAt: text() },
  presence: { id: text(), aliveAt: text(), awayFrom: nullable(text()), awayTo: nullable(text()) },
  repeat: { ...stamps, nextAt: text(), round: int() },
  signon: { state: text(), session: text(), sealed: text(), expiresAt: text() },
  token: {
    ...stamps,
    hash: text(),
    user: text(),
    mode: text<TokenMode>(),
    email: text(),
    expiresAt: text(),
    usedAt: nullable(text()),
  },
  upload: {
    ...stamps,
    system: text(),
    fileset: nullable(text()),
    date: text(),
    file: text(),
    size: nullable(int()),
    sha256: nullable(text()),
    key: text(),
    storedSize: optional(nullable(int())),
    storedSha256: optional(nullable(text())),
  },
};

type InternalRow<N extends keyof typeof internalColumns> = StoredRow<(typeof internalColumns)[N]>;
export type AlarmeventRow = InternalRow<'alarmevent'>;
/** The values of a delivery that is added. */
export type NewDelivery = Insertable<Database['delivery']>;
export type DeliveryRow = InternalRow<'delivery'>;
export type JobitemRow = InternalRow<'jobitem'>;
export type MailRow = InternalRow<'mail'>;
export type PresenceRow = InternalRow<'presence'>;
export type TokenRow = InternalRow<'token'>;
export type UploadRow = InternalRow<'upload'>;
export type RepeatRow = InternalRow<'repeat'>;
export type PendingPropagationRow = InternalRow<'pending_propagation'>;

declare module '#server/db/engine.ts' {
  interface Database extends StoredTables<typeof internalColumns> {}
}
