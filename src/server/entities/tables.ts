// The tables of nouns that have a record.
import type * as z from 'zod/mini';
import type { ActorKind, Changed, Done } from '#contract/activity.ts';
import type { NotRung } from '#contract/alarm-history.ts';
import type { AlarmKind } from '#contract/alarm-kind.ts';
import type { FileFault } from '#contract/backup.ts';
import type { Kind } from '#contract/criteria.ts';
import type { BulkAction, BulkValues, Job } from '#contract/job.ts';
import type { Orphan } from '#contract/orphan.ts';
import type { System } from '#contract/system.ts';
import type { IntervalUnit } from '#contract/time/calendar.ts';
import { bool, edited, int, json, nullable, optional, stamps, text } from '#server/query/columns.ts';
import type { Column, StoredTables } from '#server/query/columns.ts';
import type { Noun, RowOf } from '#server/db/engine.ts';
import { rpiclient, scanresult } from '#server/entities/client/tables.ts';
import { device, group, passkey, session, user, usergroup, userorg } from '#server/entities/user/tables.ts';

const clientKeys = { clientKey: text(), clientKeyHash: text(), instanceHash: nullable(text()) };

type SystemRecord = z.output<typeof System>;
type EventBus = 'http' | 'socket';

const organization = {
  ...edited,
  ...clientKeys,
  name: text(),
  active: bool(),
  timeZone: text(),
  phone: text(),
  reenableTime: nullable(text()),
  allowUpgrade: bool(),
  clientVersion: nullable(text()),
  core_id: nullable(text()),
  keyConnected: bool(),
  hasRpiClient: bool(),
  rpiMacAddress: nullable(text()),
  ip: nullable(text()),
  internalIp: nullable(text()),
  lastConnection: nullable(text()),
  lastLog: nullable(text()),
  lastBackupLog: nullable(text()),
};

const system = {
  ...edited,
  ...clientKeys,
  name: text(),
  organization: text(),
  schedule: nullable(text()),
  retention: nullable(text()),
  active: bool(),
  alarmed: bool(),
  alarms: json<AlarmKind[]>(),
  dueAt: nullable(text()),
  alarmAt: nullable(text()),
  nextMoment: nullable(text()),
  failedAt: nullable(text()),
  failedDate: nullable(text()),
  failedReason: nullable(text()),
  heartbeatCells: text(),
  heartbeatDay: text(),
  allowUpgrade: bool(),
  autoAssignName: bool(),
  /** The number of its backups. */
  backups: optional(int()),
  backupContent: text<SystemRecord['backupContent']>(),
  backupMethod: text<SystemRecord['backupMethod']>(),
  clientVersion: nullable(text()),
  contractStatus: text<SystemRecord['contractStatus']>(),
  coreUpdates: bool(),
  forceDue: bool(),
  hasRpiClient: bool(),
  internalIp: nullable(text()),
  ip: nullable(text()),
  keepSize: int(),
  keyConnected: bool(),
  kind: text<SystemRecord['kind']>(),
  lastBackup: nullable(text()),
  lastBackupSize: nullable(int()),
  lastBackupLog: nullable(text()),
  lastBackupStatus: text<SystemRecord['lastBackupStatus']>(),
  lastConnection: nullable(text()),
  lastLog: nullable(text()),
  lastRun: nullable(text()),
  connected: bool(),
  /** The server that its client is connected to. */
  node: optional(nullable(text())),
  notes: text(),
  platform: nullable(text()),
  projectManager: text(),
  purgeList: json<SystemRecord['purgeList']>(),
  purgeSize: int(),
  reenableTime: nullable(text()),
  rpiMacAddress: nullable(text()),
  runningSince: nullable(text()),
  server: text(),
  softwareRole: nullable(text()),
  softwareVersion: nullable(text()),
  tempZipLocation: text(),
  usernameSealed: nullable(text()),
  passwordSealed: nullable(text()),
};

const alarm = {
  ...stamps,
  kind: text<AlarmKind>(),
  system: nullable(text()),
  organization: nullable(text()),
  since: text(),
  reason: nullable(text()),
  lastBackup: nullable(text()),
  dueAt: nullable(text()),
  addedAt: text(),
  acknowledgedAt: nullable(text()),
  acknowledgedBy: nullable(text()),
  acknowledgedUntil: nullable(text()),
  snoozedUntil: nullable(text()),
  snoozedBy: nullable(text()),
  waitingSince: nullable(text()),
  heldBefore: nullable(text()),
  note: text(),
  resolvedAt: nullable(text()),
  resolvedBy: nullable(text()),
  openKey: nullable(text()),
  nextAt: nullable(text()),
  stage: int(),
  sent: int(),
  shown: int(),
  failed: int(),
  unreached: optional(bool()),
  notRung: optional(json<{ user: string; reason: z.output<typeof NotRung> }[]>()),
};

const schedule = {
  ...edited,
  name: text(),
  organization: nullable(text()),
  intervalUnit: text<IntervalUnit>(),
  intervalValue: int(),
  alarmAfter: int(),
};

const retention = {
  ...edited,
  name: text(),
  organization: nullable(text()),
  days: int(),
  weeks: int(),
  months: int(),
  years: int(),
};

const fileset = {
  ...edited,
  description: text(),
  glob: text(),
  pattern: text(),
  nameField: int(),
  dateField: int(),
  timeField: int(),
  dateFormat: text(),
  timeFormat: text(),
  static: bool(),
  system: text(),
  organization: text(),
};

const backup = {
  ...stamps,
  date: text(),
  file: text(),
  size: int(),
  key: text(),
  sha256: nullable(text()),
  fault: nullable(text<FileFault>()),
  store: nullable(text()),
  system: text(),
  fileset: nullable(text()),
  organization: text(),
};

type OrphanRecord = z.output<typeof Orphan>;
const orphan = {
  ...stamps,
  kind: text<OrphanRecord['kind']>(),
  /** The id of the record that was destroyed. */
  gone: text(),
  model: text<OrphanRecord['model']>(),
  name: text(),
  organization: nullable(text()),
  count: int(),
  size: int(),
  clientVersion: nullable(text()),
  ip: nullable(text()),
  lastConnection: nullable(text()),
};

const job = {
  ...stamps,
  user: text(),
  action: text<z.output<typeof BulkAction>>(),
  values: json<z.output<typeof BulkValues>>(),
  state: text<z.output<typeof Job>['state']>(),
  startedAt: text(),
  nextAt: nullable(text()),
  node: nullable(text()),
  carrier: nullable(text<EventBus>()),
  ip: nullable(text()),
};

const activity = {
  id: text(),
  createdAt: text(),
  organization: nullable(text()),
  model: text(),
  object: text(),
  name: text(),
  action: text<Done>(),
  actor: nullable(text()),
  actorKind: text<z.output<typeof ActorKind>>(),
  actorName: text(),
  carrier: nullable(text<EventBus>()),
  ip: nullable(text()),
  changed: json<Changed[]>(),
};

export const columns = {
  activity,
  alarm,
  backup,
  device,
  fileset,
  group,
  job,
  organization,
  orphan,
  passkey,
  retention,
  rpiclient,
  scanresult,
  schedule,
  session,
  system,
  user,
  usergroup,
  userorg,
};

/** Returns the kinds of the columns of a noun, by name: the attributes of a list that the server itself asks for. */
export const kindsOf = (noun: Noun): Record<string, Kind> =>
  Object.fromEntries(Object.entries<Column>(columns[noun]).map(([name, { kind }]) => [name, kind]));

type NounColumns = typeof columns;

declare module '#server/db/engine.ts' {
  interface Database extends StoredTables<typeof columns> {}
  interface TableColumns extends NounColumns {}
}

export type ActivityRow = RowOf<'activity'>;
export type AlarmRow = RowOf<'alarm'>;
export type BackupRow = RowOf<'backup'>;
export type DeviceRow = RowOf<'device'>;
export type FilesetRow = RowOf<'fileset'>;
export type GroupRow = RowOf<'group'>;
export type JobRow = RowOf<'job'>;
export type OrganizationRow = RowOf<'organization'>;
export type OrphanRow = RowOf<'orphan'>;
export type PasskeyRow = RowOf<'passkey'>;
export type RetentionRow = RowOf<'retention'>;
export type RpiclientRow = RowOf<'rpiclient'>;
export type ScanresultRow = RowOf<'scanresult'>;
export type ScheduleRow = RowOf<'schedule'>;
export type SessionRow = RowOf<'session'>;
export type SystemRow = RowOf<'system'>;
export type UserRow = RowOf<'user'>;
export type UsergroupRow = RowOf<'usergroup'>;
export type UserorgRow = RowOf<'userorg'>;
