// The rows of the large installation that are not millions: schedules, organizations, people who are signed in, systems.
import type Database from 'libsql';
import { deadlines } from '#contract/time/deadlines.ts';
import { healthAt, nextMoment, type Health } from '#contract/health.ts';
import { CLIENT_KEY, hash, randomToken } from '#server/auth/crypto.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Sizes } from './fleet.ts';

type Db = Database.Database;
type Row = Record<string, string | number | null>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NIGHTLY = { intervalUnit: 'Days', intervalValue: 1, alarmAfter: 4 } as const;
const iso = (ms: number): string => new Date(ms).toISOString();

/** The secrets of session cookies. */
export interface Cookies {
  /** Watches all organizations: one for every forty sockets. */
  watchers: string[];
  /** Linked to one organization of twenty. */
  engineer: string;
}

function inserter(db: Db, table: string): (row: Row) => string {
  let statement: ReturnType<Db['prepare']> | null = null;
  return (row) => {
    const names = Object.keys(row);
    statement ??= db.prepare(
      `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`,
    );
    statement.run(Object.values(row));
    return String(row['id']);
  };
}

type Insert = ReturnType<typeof inserter>;

const stamped = (ms: number): { id: string; createdAt: string; updatedAt: string } => ({
  id: uuidv7(ms),
  createdAt: iso(ms),
  updatedAt: iso(ms),
});

export function fillSchedules(db: Db, now: number): string[] {
  const insert = inserter(db, 'schedule');
  return ['Every midnight', 'Every evening', 'Every noon'].map((name) =>
    insert({ ...stamped(now - 100 * DAY), name, ...NIGHTLY }),
  );
}

export function fillOrganizations(db: Db, now: number, count: number): string[] {
  const insert = inserter(db, 'organization');
  return Array.from({ length: count }, (_, index) =>
    insert({
      ...stamped(now - 99 * DAY + index * 1000),
      name: `Organization ${String(index).padStart(4, '0')}`,
      active: index % 50 === 49 ? 0 : 1,
      timeZone: ['Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Tokyo'][index % 4] ?? 'UTC',
      phone: '',
      allowUpgrade: 0,
      keyConnected: 0,
      hasRpiClient: 0,
      clientKey: '',
      clientKeyHash: hash(`organization ${index}`),
    }),
  );
}

/** How many sockets one session may carry here. */
export const SOCKETS_EACH = 40;
const WATCHERS = 26;

/** People with a session: those who watch everything, and an engineer of some; and two hundred who are away. */
export function fillPeople(db: Db, now: number, organizations: string[]): { cookies: Cookies; linked: string[] } {
  const group = (name: string) =>
    String((db.prepare('select id from "group" where name = ?').get([name]) as { id: string }).id);
  const [addUser, addMember, addLink, addSession] = ['user', 'usergroup', 'userorg', 'session'].map((table) =>
    inserter(db, table),
  ) as [Insert, Insert, Insert, Insert];
  const groups = [group('Administrators'), group('On-call')];
  const person = (name: string, everywhere: number, links: string[]): string => {
    const times = stamped(now - 90 * DAY);
    const user = addUser({
      ...times,
      email: `${name}@example.com`,
      firstName: name,
      lastName: '',
      mobilePhone: '',
      timeZone: 'UTC',
      alarmEmails: 0,
      allOrganizations: everywhere,
      isDay: 0,
      hideNames: 0,
      active: 1,
      passwordHash: null,
    });
    addMember({ ...stamped(now - 90 * DAY), user, group: groups[everywhere ? 0 : 1] ?? '' });
    for (const organization of links) addLink({ ...stamped(now - 90 * DAY), user, organization, alarmEmails: 0 });
    return user;
  };
  const session = (user: string): string => {
    const secret = randomToken();
    const ends = { expiresAt: iso(now + 7 * DAY), lastSeenAt: iso(now) };
    addSession({ ...stamped(now), hash: hash(secret), user, ...ends, agent: 'bench', ip: '127.0.0.1' });
    return secret;
  };
  const linked = organizations.filter((_, index) => index % 20 === 3);
  for (let index = 0; index < 200; index += 1)
    person(`away-${index}`, 0, organizations.slice(index % organizations.length, (index % organizations.length) + 2));
  const watchers = Array.from({ length: WATCHERS }, (_, index) => session(person(`watcher-${index}`, 1, [])));
  return { cookies: { watchers, engineer: session(person('engineer', 0, linked)) }, linked };
}

interface Given {
  organizations: string[];
  schedules: string[];
}

/** Most are fine and due in a day; of each hundred some are not, with their alarm open and escalated to the end. */
export function fillSystems(db: Db, now: number, { systems }: Sizes, { organizations, schedules }: Given): string[] {
  const [addSystem, addAlarm] = [inserter(db, 'system'), inserter(db, 'alarm')];
  return Array.from({ length: systems }, (_, index) => {
    const organization = organizations[index % organizations.length] ?? '';
    const row = systemOf(now, index, { organization, schedule: schedules[index % schedules.length] ?? null });
    addSystem(row);
    for (const kind of JSON.parse(String(row['alarms'])) as string[]) addAlarm(openAlarm(now, row, kind));
    return String(row['id']);
  });
}

type Scenario = Health | 'inactive';
const fates: Partial<Record<number, Scenario>> = {
  7: 'failed',
  23: 'overdue',
  24: 'overdue',
  51: 'notBackedup',
  77: 'inactive',
};

function lastOf(now: number, index: number, fate: Scenario): string | null {
  if (fate === 'notBackedup') return null;
  const ago = fate === 'overdue' ? 3 * DAY : 0;
  // Within the last six hours, so that nothing is due for eighteen.
  return iso(Math.floor((now - ago - 60_000 - ((index * 7919) % 21_000) * 1000) / 1000) * 1000);
}

function systemOf(now: number, index: number, given: { organization: string; schedule: string | null }): Row {
  const fate = fates[index % 100] ?? 'ok';
  const times = stamped(now - 80 * DAY + index * 100);
  const lastBackup = lastOf(now, index, fate);
  const active = fate !== 'inactive';
  const failedAt = fate === 'failed' ? iso(now - HOUR) : null;
  const due = deadlines({ createdAt: times.createdAt, lastBackup, active, schedule: NIGHTLY, timeZone: 'UTC' });
  const moments = { active, scheduled: true, lastBackup, failedAt, ...due };
  const health = healthAt(moments, iso(now));
  const alarms = ['failed', 'notBackedup', 'overdue'].includes(health) ? [health] : [];
  return {
    ...times,
    ...given,
    ...due,
    name: `${['Mail', 'Files', 'Database', 'Web', 'Payroll'][index % 5]} ${String(index).padStart(5, '0')}`,
    active: active ? 1 : 0,
    alarmed: alarms.length > 0 ? 1 : 0,
    alarms: JSON.stringify(alarms),
    nextMoment: nextMoment(moments, iso(now)),
    failedAt,
    failedReason: failedAt ? 'Disk full on the backup volume.' : null,
    heartbeatCells: lastBackup ? 'o'.repeat(40) : '.',
    heartbeatDay: iso(lastBackup ? Date.parse(lastBackup) : now).slice(0, 10),
    lastBackup,
    lastBackupSize: lastBackup ? 250_000_000 : null,
    lastBackupStatus: failedAt ? 'failed' : lastBackup ? 'ok' : 'never',
    lastBackupLog: 'Stored 3 files in 14 minutes.\n'.repeat(20),
    lastLog: 'Nothing to tell.\n'.repeat(10),
    ...unused(index),
  };
}

/** The key of the client of the system whose name ends in this number. */
export const clientKeyOf = (index: number): string => `${CLIENT_KEY}system-${index}`;

const unused = (index: number): Row => ({
  allowUpgrade: 0,
  autoAssignName: 0,
  backupContent: 'files',
  backupMethod: index % 9 === 0 ? 'manual' : 'automatic',
  contractStatus: 'active',
  coreUpdates: 0,
  forceDue: 0,
  hasRpiClient: 0,
  keepSize: 0,
  keyConnected: 0,
  kind: 'server',
  connected: 0,
  notes: '',
  projectManager: '',
  purgeSize: 0,
  server: `host-${index}`,
  tempZipLocation: '',
  usernameSealed: null,
  ip: `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
  clientKey: '',
  clientKeyHash: hash(clientKeyOf(index)),
});

const openAlarm = (now: number, system: Row, kind: string): Row => ({
  ...stamped(now - 2 * DAY),
  kind,
  system: system['id'] ?? null,
  organization: system['organization'] ?? null,
  since: String(system['failedAt'] ?? system['alarmAt'] ?? iso(now - 2 * DAY)),
  lastBackup: system['lastBackup'] ?? null,
  dueAt: system['dueAt'] ?? null,
  addedAt: system['createdAt'] ?? null,
  note: '',
  openKey: `${system['id']}:${kind}`,
  nextAt: null,
  stage: 2,
  sent: 2,
  shown: 2,
  failed: 0,
});
