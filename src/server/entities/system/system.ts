// Systems: rows, records with health and strip, counts, keys, uploads.
import type { ParsedOf } from '#contract/define.ts';
import { contract } from '#contract/index.ts';
import { may } from '#contract/permissions.ts';
import type { system, System } from '#contract/system.ts';
import { healthAt } from '#contract/health.ts';
import { localDay } from '#contract/time/calendar.ts';
import { emptyHeartbeat, stripAt } from '#contract/time/heartbeat.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { seal, unseal } from '#server/auth/crypto.ts';
import type { RecordFor, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { clientKeyColumns, newClientKey, readKey, rotateKey } from '#server/entities/client/key.ts';
import { releaseLostAlarms } from '#server/entities/alarm/acknowledged.ts';
import { createOrphanFrom } from '#server/entities/orphan.ts';
import { systemPopulates } from '#server/entities/populate.ts';
import { notePurge } from '#server/entities/schedule/retention-removal.ts';
import { unassign } from '#server/entities/client/rpiclient.ts';
import { FOLLOWED, assertFollowedFit } from '#server/entities/schedule/shared-record.ts';
import type { CrudCall, Rules } from '#server/entities/crud-handlers.ts';
import { bulkHandler } from '#server/entities/job/start.ts';
import { countSystems } from './counts.ts';
import { systemCareHandlers } from './actions.ts';
import { systemDerived } from './derived.ts';
import { uploadKeys } from '#server/entities/backup/upload.ts';
import { loadOwners, contextOf, evaluate, heartbeatOf, healthInputs, scheduledOf, closePastDays } from './health.ts';
import { LOG_COLUMNS } from '#server/entities/system/run-log.ts';
import type * as z from 'zod/mini';
import { bool, edited, int, json, nullable, optional, text } from '#server/query/columns.ts';
import type { AlarmKind } from '#contract/alarm-kind.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

type SystemRow = RowOf<'system'>;

type SystemRecord = z.output<typeof System>;

const columns = {
  ...edited,
  ...clientKeyColumns,
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

declare module '#server/db/engine.ts' {
  interface TableColumns {
    system: typeof columns;
  }
}

const table: DeclaredTable<'system'> = {
  columns,
  indexed: ['organizationId', 'organization', 'name', 'schedule', 'retention', 'reenableTime'],
  sorted: ['name', 'organizationName', 'severity', 'health', 'attention', 'lastBackup'],
  // The name of a schedule or a retention is looked up for each system.
  weights: { notes: 100, scheduleName: 4, retentionName: 4 },
  unsearched: LOG_COLUMNS,
  // A backup that arrives takes `forceDue` back.
  activity: {
    persons: ['forceDue'],
    secret: { usernameSealed: 'username', passwordSealed: 'password', clientKeyHash: 'clientKey' },
  },
  derived: systemDerived,
  populates: systemPopulates,
  parts: ['fileset', 'alarm', 'scanresult'].map((noun) => ({ noun, by: 'system' })),
  movedSilently: [{ noun: 'backup', by: 'system' }],
  organization: 'organization',
  async records(unit, rows) {
    const of = await loadOwners(unit, rows);
    const named = rows.flatMap(({ retention }) => (retention === null ? [] : [retention]));
    const retentions = await unit.lookup('retention', named);
    return rows.map((row) => record(unit, row, { retention: retentions.get(row.retention ?? ''), ...of(row) }));
  },
};

interface Around {
  organization: RowOf<'organization'> | undefined;
  schedule: RowOf<'schedule'> | undefined;
  retention: RowOf<'retention'> | undefined;
}

function record(unit: Unit, row: SystemRow, { organization, schedule, retention }: Around): RecordFor<'system'> {
  const scheduled = scheduledOf(row, organization, schedule);
  const strip = stripAt(heartbeatOf(row), scheduled, unit.now);
  const name = organization?.name ?? '';
  // Names that the row lacks stand before it: added to a copy of so many they cost about a microsecond each.
  return {
    organizationId: row.organization,
    organizationName: name,
    usernameSet: row.usernameSealed !== null,
    passwordSet: row.passwordSealed !== null,
    health: healthAt(healthInputs(row, scheduled), unit.now),
    stripDay: localDay(unit.now, scheduled.timeZone),
    strip: row.runningSince && strip.endsWith('.') ? `${strip.slice(0, -1)}r` : strip,
    ...row,
    // The stored counter has the name of an attribute that `populate` adds.
    backups: undefined,
    organization: {
      id: row.organization,
      name,
      timeZone: organization?.timeZone ?? 'UTC',
      phone: organization?.phone ?? '',
    },
    schedule: schedule ?? null,
    retention: row.retention ? { id: row.retention, name: retention?.name ?? '' } : null,
  };
}

const noAlarms: SystemRow['alarms'] = [];
const noPurges: SystemRow['purgeList'] = [];

const blank = {
  alarmed: false,
  alarms: noAlarms,
  dueAt: null,
  alarmAt: null,
  nextMoment: null,
  failedAt: null,
  failedDate: null,
  failedReason: null,
  clientVersion: null,
  hasRpiClient: false,
  internalIp: null,
  ip: null,
  keepSize: 0,
  lastBackup: null,
  lastBackupSize: null,
  lastBackupLog: null,
  lastBackupStatus: 'never' as const,
  lastConnection: null,
  lastLog: null,
  lastRun: null,
  connected: false,
  platform: null,
  purgeList: noPurges,
  purgeSize: 0,
  rpiMacAddress: null,
  runningSince: null,
  softwareRole: null,
  softwareVersion: null,
};

/** The client's credentials are stored sealed, and the password is never returned; an empty text removes it. */
function sealed<T extends { username?: string | undefined; password?: string | undefined }>(
  services: Services,
  { username, password, ...values }: T,
) {
  const sealed = (text: string) => (text === '' ? null : seal(services.secrets.seal, text));
  return {
    ...values,
    ...(username !== undefined && { usernameSealed: sealed(username) }),
    ...(password !== undefined && { passwordSealed: sealed(password) }),
  };
}

/** The user name, for whoever may update the system. */
function shownUsername(unit: Unit, services: Services, row: SystemRow): { username?: string } {
  const { actor } = unit;
  if (actor.kind !== 'person' || !may(actor.rights, 'system.update')) return {};
  const scope = unit.scope('system', 'update');
  if (scope !== 'all' && !scope.includes(row.organization)) return {};
  const text = row.usernameSealed;
  return { username: text === null ? '' : unseal(services.secrets.seal, text) };
}

async function newRow(unit: Unit, services: Services, input: ParsedOf<typeof system.calls.create>) {
  const organization = (await unit.lookup('organization', [input.organization])).get(input.organization);
  const { cells, day } = emptyHeartbeat(unit.now, organization?.timeZone ?? 'UTC');
  return {
    ...blank,
    usernameSealed: null,
    passwordSealed: null,
    ...sealed(services, input),
    ...newClientKey(services.secrets.seal),
    heartbeatCells: cells,
    heartbeatDay: day,
  };
}

/** The rules of a system's row: keys, deadlines, purge list, and what goes with it. */
export const systemRules = (services: Services): Rules<'system'> => ({
  beforeCreate: (unit, input) => newRow(unit, services, input),
  async afterCreate(unit, row) {
    await assertFollowedFit(unit, row);
    await evaluate(unit, services, row);
  },
  async beforeUpdate(unit, row, values) {
    const set: Partial<SystemRow> = sealed(services, values);
    if (values.keyConnected === false) set.instanceHash = null;
    if (values.active === true) set.reenableTime = null;
    // Where the client of the other organization is connected, its server says so as soon as this is done.
    const moves = values.organization !== undefined && values.organization !== row.organization;
    if (moves && row.instanceHash === null) set.connected = false;
    return ['schedule', 'active', 'organization'].some((key) => key in values)
      ? { ...set, ...closePastDays(row, await contextOf(unit, row), unit.now) }
      : set;
  },
  async afterUpdate(unit, row, before) {
    const hasMoved = row.organization !== before.organization;
    if (hasMoved) await moveAlong(unit, row);
    if ((['organization', ...FOLLOWED] as const).some((key) => row[key] !== before[key]))
      await assertFollowedFit(unit, row);
    const next = await evaluate(unit, services, row);
    if (hasMoved) await releaseLostAlarms(unit, services, 'system', [row.id]);
    if (row.retention !== before.retention) await notePurge(unit, next);
  },
  toAnswer: (unit, row) => shownUsername(unit, services, row),
  async beforeDestroy(unit, id) {
    await createOrphanFrom(unit, await unit.need('system', id, 'destroy'));
    await unassign(unit, id);
  },
});

const handlers = (services: Services): Omit<Handlers['system'], CrudCall> => ({
  bulk: bulkHandler(services),
  ...systemCareHandlers(services),
  counts: (context) => context.read(countSystems),
  clientKey: (context, { id }) => readKey(context, services, 'system', id),
  rotateKey: (context, { id }) => rotateKey(context, services, 'system', id),
  uploadKeys: (context, input) => uploadKeys(context, services, input),
  rescanAlarm: (context, { id }) =>
    context.write(async (unit) =>
      unit.record('system', await evaluate(unit, services, await unit.need('system', id, 'update'))),
    ),
});

export const systemEntity = defineEntity(contract.system, { table, rules: systemRules, handlers });

/** Records that belong to a system move with it to its new organization. */
async function moveAlong(unit: Unit, { id, organization }: SystemRow): Promise<void> {
  await unit.moveChildren('system', id, organization);
  const internalUnit = unit.asInternal();
  for (const { id: pi } of await internalUnit.select('rpiclient').select('id').where('system', '=', id).execute())
    await internalUnit.update('rpiclient', pi, { organization });
}
