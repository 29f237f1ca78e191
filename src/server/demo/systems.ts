// One system of the demonstration with all that it leaves behind: filesets, backups, alarms of the past and the present.
import type { AlarmKind } from '#contract/alarm-kind.ts';
import { addDays, dayStart, localDay } from '#contract/time/calendar.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import { hash } from '#server/auth/crypto.ts';
import { encode, encodeRow } from '#server/query/row-codec.ts';
import { timelineOf, type Timeline } from './scenarios.ts';
import type { SeedContext } from './seed.ts';
import { before, pastOf, type ClosedAlarm, type Past } from './history.ts';
import { notes, retentionOf, schedules, type OrganizationPlan, type SystemPlan } from './plan.ts';
import { chanceOf, type Chance } from './random.ts';
import type { RowOf } from '#server/db/engine.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
/** As many values as one statement may carry, in rows of a dozen columns. */
const SLICE = 200;
const MANUAL = ['Payroll', 'Hypervisor', 'Imaging viewer'];
const OFFLINE_HOURS = 26;
const INACTIVE_DAYS = 20;

/** The files that the demonstration's real clients look for: `<folder>/<name>-YYYYMMDD-HHmm.<ending>`. */
export const folderOf = ({ server }: Pick<SystemPlan, 'server'>): string => `machines/${server}`;
export const fileOf = ({
  server,
  content,
}: Pick<SystemPlan, 'server' | 'content'>): { name: string; ending: string } => ({
  name: server,
  ending: { files: 'tar.gz', database: 'sql.gz', image: 'img.zst', mixed: 'zip' }[content],
});

/** The name of the file of one run, dated by the wall clock of the zone. */
export function fileNameOf(plan: Pick<SystemPlan, 'server' | 'content'>, at: string, timeZone: string): string {
  const { name, ending } = fileOf(plan);
  const day = localDay(at, timeZone);
  const minutes = Math.floor((Date.parse(at) - Date.parse(dayStart(day, timeZone))) / 60_000);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${name}-${day.replaceAll('-', '')}-${two(Math.floor(minutes / 60))}${two(minutes % 60)}.${ending}`;
}

export async function addSystem(
  seedContext: SeedContext,
  organization: string,
  owner: OrganizationPlan,
  plan: SystemPlan,
): Promise<void> {
  const { unit, make } = seedContext;
  const chance = chanceOf(`${owner.name}/${plan.name}`);
  const schedule = schedules[plan.schedule];
  const timeline: Timeline = { ...timelineOf(plan.scenario, schedule.alarmAfter * HOUR) };
  if (owner.inactiveForDays) timeline.pausedAgo = owner.inactiveForDays * DAY;
  const createdAt = before(unit.now, timeline.createdAgo ?? YEAR - chance.whole(20, 200) * DAY);
  const id = await make.system(createdAt, {
    name: plan.name,
    organization,
    retention: seedContext.retentions.get(retentionOf(plan)),
    notes: notes[plan.server] ?? '',
    schedule: plan.scenario === 'unscheduled' ? null : seedContext.schedules.get(plan.schedule),
    kind: plan.kind,
    server: plan.server,
    backupContent: plan.content,
    backupMethod: MANUAL.includes(plan.name) ? 'manual' : 'automatic',
    contractStatus: owner.inactiveForDays || plan.scenario === 'inactive' ? 'expired' : 'active',
    projectManager: chance.pick(['Ruth Okafor', 'Jonas Visser', '']),
  });
  const fileset = plan.kind === 'cloud' ? null : await addFileset(seedContext, createdAt, id, plan);
  const outage =
    owner.outageDaysAgo && chance.whole(0, 9) < 6 && plan.scenario !== 'live'
      ? addDays(localDay(unit.now, owner.timeZone), -owner.outageDaysAgo)
      : null;
  const past = pastOf({
    now: unit.now,
    timeZone: owner.timeZone,
    schedule,
    createdAt,
    time: plan.time,
    timeline,
    size: Math.round(plan.megabytes * 1_000_000),
    outage,
    chance,
  });
  await addBackups(seedContext, { id, organization, fileset, timeZone: owner.timeZone, plan, past });
  await unit.withoutEvents
    .updateTable('system')
    .set(
      encode(unit.table('system'), {
        ...rowOf(seedContext, plan, timeline, past, chance),
        ...clientOf(seedContext, owner, plan),
      }),
    )
    .where('id', '=', id)
    .execute();
  seedContext.systems.push({ id, scenario: plan.scenario });
  for (const closed of past.closed) await addClosed(seedContext, { id, organization, createdAt }, closed, chance);
}

async function addFileset({ make }: SeedContext, at: string, system: string, plan: SystemPlan): Promise<string> {
  const { name, ending } = fileOf(plan);
  return make.fileset(at, {
    system,
    description: { files: 'Files', database: 'Dump', image: 'Image', mixed: 'Export' }[plan.content],
    glob: `${folderOf(plan)}/*.${ending}`,
    pattern: `^${name}-(\\d{8})-(\\d{4})\\.${ending.replaceAll('.', '\\.')}$`,
    nameField: 0,
    dateField: 1,
    timeField: 2,
    dateFormat: 'YYYYMMDD',
    timeFormat: 'HHmm',
  });
}

interface SystemHistory {
  id: string;
  organization: string;
  fileset: string | null;
  timeZone: string;
  plan: SystemPlan;
  past: Past;
}

/** Reported backups: they lie elsewhere, so their key is empty and nobody misses a file in the store. */
async function addBackups(
  { unit }: SeedContext,
  { id, organization, fileset, timeZone, plan, past }: SystemHistory,
): Promise<void> {
  if (plan.scenario === 'shrunk') {
    const newest = past.backups.at(-1);
    if (newest) newest.size = Math.round(newest.size * 0.03);
  }
  const rows = past.backups.map(({ date, size }) => ({
    id: uuidv7(Date.parse(date)),
    date,
    file: fileNameOf(plan, date, timeZone),
    size,
    key: '',
    sha256: null,
    system: id,
    fileset,
    organization,
    createdAt: date,
    updatedAt: date,
  }));
  for (let from = 0; from < rows.length; from += SLICE)
    await unit.withoutEvents
      .insertInto('backup')
      .values(rows.slice(from, from + SLICE))
      .execute();
}

function rowOf(
  { unit }: SeedContext,
  plan: SystemPlan,
  timeline: Timeline,
  past: Past,
  chance: Chance,
): Partial<RowOf<'system'>> {
  const newest = past.backups.at(-1);
  const paused = timeline.pausedAgo !== undefined && (plan.scenario === 'paused' || plan.scenario === 'inactive');
  const status = plan.scenario === 'running' ? 'running' : past.failedAt ? 'failed' : newest ? 'ok' : 'never';
  return {
    lastBackup: newest?.date ?? null,
    lastBackupSize: newest?.size ?? null,
    lastBackupStatus: status,
    lastBackupLog: past.failedReason ?? (newest ? `Stored ${plan.server}, ${newest.size} bytes.` : null),
    runningSince: plan.scenario === 'running' ? before(unit.now, 7) : null,
    failedAt: past.failedAt,
    failedReason: past.failedReason,
    heartbeatCells: past.heartbeat.cells,
    heartbeatDay: past.heartbeat.day,
    keepSize: past.backups.reduce((sum, { size }) => sum + size, 0),
    softwareRole: plan.role,
    softwareVersion: `${chance.whole(9, 17)}.${chance.whole(0, 9)}`,
    lastLog: `Host ${plan.server}: connected, ${plan.kind === 'cloud' ? 'no fileset' : '1 fileset'}.`,
    internalIp: `10.${chance.whole(1, 40)}.${chance.whole(0, 9)}.${chance.whole(10, 250)}`,
    ...(paused ? { active: false, reenableTime: timeline.backIn ? before(unit.now, -timeline.backIn) : null } : {}),
    ...(plan.scenario === 'offline'
      ? {
          keyConnected: true,
          instanceHash: hash(plan.server),
          clientVersion: '0.1.0',
          platform: 'linux arm64',
          lastConnection: before(unit.now, OFFLINE_HOURS * HOUR),
        }
      : {}),
  };
}

const WINDOWS = /Windows|SQL Server|Exchange|Active Directory|Sage|Imaging|Microsoft/;
const platformOf = ({ role }: SystemPlan): string => {
  if (WINDOWS.test(role)) return 'win32 x64';
  return /macOS|FileMaker/.test(role) ? 'darwin arm64' : 'linux x64';
};
const NEVER: readonly SystemPlan['scenario'][] = ['never', 'never-weekly', 'offline'];

/** The client's report about the machine: every system with backups has one. */
function clientOf({ unit }: SeedContext, owner: OrganizationPlan, plan: SystemPlan): Partial<RowOf<'system'>> {
  if (NEVER.includes(plan.scenario)) return {};
  const away = owner.inactiveForDays ?? (plan.scenario === 'inactive' ? INACTIVE_DAYS : null);
  return {
    clientVersion: '0.1.0',
    platform: platformOf(plan),
    lastConnection: before(unit.now, away === null ? 1 : away * DAY),
  };
}

type Of = { id: string; organization: string; createdAt: string };

/** An alarm of the past: most were taken by somebody before they went away by themselves. */
async function addClosed(seedContext: SeedContext, of: Of, closed: ClosedAlarm, chance: Chance): Promise<void> {
  const { unit, onCall } = seedContext;
  const { kind, since, until, reason, lastBackup, dueAt } = closed;
  const takenAt = before(since, -chance.whole(2, 25));
  const linked = onCall.filter(({ owners }) => owners.includes(of.organization));
  const by = linked[chance.whole(0, Math.max(0, linked.length - 1))]?.id ?? null;
  const taken = takenAt < until && by !== null && chance.whole(0, 3) > 0;
  await unit.withoutEvents
    .insertInto('alarm')
    .values(
      encodeRow(unit.table('alarm'), {
        ...alarmOf(of, kind, since),
        reason,
        lastBackup,
        dueAt,
        acknowledgedAt: taken ? takenAt : null,
        acknowledgedBy: taken ? by : null,
        resolvedAt: until,
        updatedAt: until,
        stage: taken ? 0 : 1,
      }),
    )
    .execute();
}

const alarmOf = ({ id, organization, createdAt }: Of, kind: AlarmKind, since: string): RowOf<'alarm'> => ({
  id: uuidv7(Date.parse(since)),
  kind,
  system: id,
  organization,
  since,
  reason: null,
  cause: null,
  lastBackup: null,
  dueAt: null,
  addedAt: createdAt,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedUntil: null,
  snoozedUntil: null,
  snoozedBy: null,
  waitingSince: null,
  heldBefore: null,
  note: '',
  resolvedAt: null,
  resolvedBy: null,
  openKey: null,
  nextAt: null,
  stage: 0,
  sent: 2,
  shown: 2,
  failed: 0,
  unreached: false,
  notRung: [],
  createdAt: since,
  updatedAt: since,
});
