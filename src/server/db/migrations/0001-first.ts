// The first tables. Instants are ISO text, booleans 0 or 1, lists JSON text: the same in both engines.
import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

type Builder = CreateTableBuilder<string, string>;
export type Columns = Record<string, string>;

const CASCADE = 'cascade';

/** `text`, `int`, `big`, `at`; `?` = may be null; `>table` = refers to it (`!` cascades a destroy). */
export function columns(builder: Builder, spec: Columns): Builder {
  let table = builder.addColumn('id', 'varchar(64)', (column) => column.primaryKey());
  for (const [name, type] of Object.entries(spec)) {
    const [kind = 'text', target] = type.replace('?', '').split('>');
    const sqlType =
      kind === 'int'
        ? 'integer'
        : kind === 'big'
          ? 'bigint'
          : kind === 'at'
            ? 'varchar(30)'
            : target
              ? 'varchar(40)'
              : 'text';
    table = table.addColumn(name, sqlType, (column) => {
      let made = type.includes('?') ? column : column.notNull();
      if (target) {
        const cascades = target.endsWith('!');
        made = made.references(`${target.replace('!', '')}.id`);
        if (cascades) made = made.onDelete(CASCADE);
      }
      return made;
    });
  }
  return table;
}

export const stamps: Columns = { createdAt: 'at', updatedAt: 'at' };

const tables: Record<string, Columns> = {
  organization: {
    name: 'text',
    active: 'int',
    timeZone: 'text',
    phone: 'text',
    reenableTime: 'at?',
    allowUpgrade: 'int',
    clientVersion: 'text?',
    core_id: 'text?',
    keyConnected: 'int',
    hasRpiClient: 'int',
    rpiMacAddress: 'text?',
    ip: 'text?',
    internalIp: 'text?',
    lastConnection: 'at?',
    lastLog: 'text?',
    lastBackupLog: 'text?',
    clientKey: 'text',
    clientKeyHash: 'text',
    instanceHash: 'text?',
    ...stamps,
  },
  schedule: { name: 'text', intervalUnit: 'text', intervalValue: 'int', alarmAfter: 'int', ...stamps },
  system: {
    name: 'text',
    organization: 'text>organization',
    schedule: 'text?>schedule',
    active: 'int',
    alarmed: 'int',
    alarms: 'text',
    dueAt: 'at?',
    alarmAt: 'at?',
    nextMoment: 'at?',
    failedAt: 'at?',
    failedReason: 'text?',
    heartbeatCells: 'text',
    heartbeatDay: 'text',
    allowUpgrade: 'int',
    autoAssignName: 'int',
    backupContent: 'text',
    backupMethod: 'text',
    clientVersion: 'text?',
    contractStatus: 'text',
    coreUpdates: 'int',
    forceDue: 'int',
    hasRpiClient: 'int',
    internalIp: 'text?',
    ip: 'text?',
    keepSize: 'big',
    keyConnected: 'int',
    kind: 'text',
    lastBackup: 'at?',
    lastBackupSize: 'big?',
    lastBackupLog: 'text?',
    lastBackupStatus: 'text',
    lastConnection: 'at?',
    lastLog: 'text?',
    connected: 'int',
    notes: 'text',
    platform: 'text?',
    projectManager: 'text',
    purgeSize: 'big',
    reenableTime: 'at?',
    rpiMacAddress: 'text?',
    runningSince: 'at?',
    server: 'text',
    softwareRole: 'text?',
    softwareVersion: 'text?',
    tempZipLocation: 'text',
    username: 'text',
    passwordSealed: 'text?',
    clientKey: 'text',
    clientKeyHash: 'text',
    instanceHash: 'text?',
    ...stamps,
  },
  fileset: {
    description: 'text',
    glob: 'text',
    pattern: 'text',
    nameField: 'int',
    dateField: 'int',
    timeField: 'int',
    dateFormat: 'text',
    timeFormat: 'text',
    static: 'int',
    system: 'text>system!',
    organization: 'text>organization',
    ...stamps,
  },
  backup: {
    date: 'at',
    file: 'text',
    size: 'big',
    key: 'text',
    sha256: 'text?',
    system: 'text>system!',
    fileset: 'text?',
    organization: 'text>organization',
    ...stamps,
  },
  upload: {
    system: 'text>system!',
    fileset: 'text?',
    date: 'at',
    file: 'text',
    size: 'big?',
    sha256: 'text?',
    key: 'text',
    ...stamps,
  },
  user: {
    email: 'text',
    firstName: 'text',
    lastName: 'text',
    mobilePhone: 'text',
    timeZone: 'text',
    alarmEmails: 'int',
    allOrganizations: 'int',
    isDay: 'int',
    hideNames: 'int',
    active: 'int',
    passwordHash: 'text?',
    ...stamps,
  },
  group: { name: 'text', permissions: 'text', ...stamps },
  usergroup: { user: 'text>user!', group: 'text>group!', ...stamps },
  userorg: { user: 'text>user!', organization: 'text>organization!', alarmEmails: 'int', ...stamps },
  session: { user: 'text>user!', expiresAt: 'at', lastSeenAt: 'at', agent: 'text', ip: 'text', ...stamps },
  alarm: {
    kind: 'text',
    system: 'text>system!',
    organization: 'text>organization',
    since: 'at',
    reason: 'text?',
    lastBackup: 'at?',
    dueAt: 'at?',
    addedAt: 'at',
    acknowledgedAt: 'at?',
    acknowledgedBy: 'text?',
    snoozedUntil: 'at?',
    note: 'text',
    resolvedAt: 'at?',
    resolvedBy: 'text?',
    openKey: 'text?',
    nextAt: 'at?',
    stage: 'int',
    sent: 'int',
    shown: 'int',
    failed: 'int',
    ...stamps,
  },
  device: {
    user: 'text>user!',
    name: 'text',
    endpoint: 'text',
    p256dh: 'text',
    auth: 'text',
    installId: 'text',
    lastSeenAt: 'at',
    lastReceiptAt: 'at?',
    lastError: 'text?',
    ...stamps,
  },
  delivery: {
    alarm: 'text?',
    user: 'text>user!',
    device: 'text?',
    stage: 'text',
    status: 'text',
    attempts: 'int',
    nextAt: 'at?',
    message: 'text',
    sentAt: 'at?',
    shownAt: 'at?',
    rangAt: 'at?',
    detail: 'text?',
    ...stamps,
  },
  deed: { user: 'text', answer: 'text', ...stamps },
};

const uniques: [string, string[]][] = [
  ['user', ['email']],
  ['group', ['name']],
  ['schedule', ['name']],
  ['organization', ['name']],
  ['usergroup', ['user', 'group']],
  ['userorg', ['user', 'organization']],
  ['organization', ['clientKeyHash']],
  ['system', ['clientKeyHash']],
  ['alarm', ['openKey']],
  ['device', ['endpoint']],
  ['backup', ['system', 'date', 'file']],
  ['upload', ['key']],
];
const indexes: [string, string[]][] = [
  ['system', ['nextMoment']],
  ['system', ['organization']],
  ['system', ['schedule']],
  ['system', ['name']],
  ['system', ['reenableTime']],
  ['organization', ['reenableTime']],
  ['backup', ['system', 'date']],
  ['backup', ['organization', 'date']],
  ['backup', ['key']],
  ['backup', ['createdAt']],
  ['fileset', ['system']],
  ['fileset', ['organization']],
  ['userorg', ['organization']],
  ['usergroup', ['group']],
  ['session', ['user']],
  ['session', ['expiresAt']],
  ['alarm', ['system']],
  ['alarm', ['organization']],
  ['alarm', ['resolvedAt', 'createdAt']],
  ['alarm', ['nextAt']],
  ['device', ['user']],
  ['delivery', ['status', 'nextAt']],
  ['delivery', ['alarm']],
  ['upload', ['system', 'date']],
  ['deed', ['createdAt']],
];

export async function first(db: Kysely<Tables>): Promise<void> {
  for (const [name, spec] of Object.entries(tables)) await columns(db.schema.createTable(name), spec).execute();
  for (const [kind, list] of [
    ['unique', uniques],
    ['index', indexes],
  ] as const) {
    for (const [table, keys] of list) {
      let index = db.schema
        .createIndex(`${table}_${keys.join('_')}_${kind}`)
        .on(table)
        .columns(keys);
      if (kind === 'unique') index = index.unique();
      await index.execute();
    }
  }
}
