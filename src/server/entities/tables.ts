// The columns of every table, by kind, as the kernel encodes and decodes them.
import type { Kind } from '#contract/criteria.ts';

const of = (kind: Kind, names: string): Record<string, Kind> =>
  Object.fromEntries(names.split(' ').map((name) => [name, kind]));
const stamps = of('text', 'id createdAt updatedAt');
/** Of records that people edit: see kernel/edit.ts. */
const edited = { ...stamps, ...of('text', 'editedAt editedBy') };

export const columns = {
  organization: {
    ...edited,
    ...of(
      'text',
      'name timeZone phone reenableTime clientVersion core_id rpiMacAddress ip internalIp lastConnection lastLog lastBackupLog clientKey clientKeyHash instanceHash',
    ),
    ...of('bool', 'active allowUpgrade keyConnected hasRpiClient'),
  },
  schedule: { ...edited, ...of('text', 'name organization intervalUnit'), ...of('int', 'intervalValue alarmAfter') },
  system: {
    ...edited,
    ...of(
      'text',
      'name organization schedule retention dueAt alarmAt nextMoment failedAt failedDate failedReason heartbeatCells heartbeatDay backupContent backupMethod clientVersion contractStatus internalIp ip kind lastBackup lastBackupLog lastBackupStatus lastConnection lastLog lastRun node notes platform projectManager reenableTime rpiMacAddress runningSince server softwareRole softwareVersion tempZipLocation usernameSealed passwordSealed clientKey clientKeyHash instanceHash',
    ),
    ...of('int', 'keepSize lastBackupSize purgeSize'),
    ...of(
      'bool',
      'active alarmed allowUpgrade autoAssignName coreUpdates forceDue hasRpiClient keyConnected connected',
    ),
    alarms: 'json' as const,
    purgeList: 'json' as const,
  },
  fileset: {
    ...edited,
    ...of('text', 'description glob pattern dateFormat timeFormat system organization'),
    ...of('int', 'nameField dateField timeField'),
    static: 'bool' as const,
  },
  backup: {
    ...stamps,
    ...of('text', 'date file key sha256 fault store system fileset organization'),
    size: 'int' as const,
  },
  user: {
    ...edited,
    ...of('text', 'email emailConfirmedAt firstName lastName mobilePhone timeZone language passwordHash'),
    ...of('bool', 'alarmEmails allOrganizations isDay hideNames readOnlyAlarms active invitation'),
  },
  group: { ...edited, name: 'text' as const, permissions: 'json' as const },
  usergroup: { ...stamps, ...of('text', 'user group') },
  userorg: { ...edited, ...of('text', 'user organization'), alarmEmails: 'bool' as const },
  alarm: {
    ...stamps,
    ...of(
      'text',
      'kind system organization since reason lastBackup dueAt addedAt acknowledgedAt acknowledgedBy acknowledgedUntil snoozedUntil snoozedBy waitingSince heldBefore note resolvedAt resolvedBy openKey nextAt',
    ),
    ...of('int', 'stage sent shown failed'),
    unreached: 'bool' as const,
    notRung: 'json' as const,
  },
  retention: { ...edited, ...of('text', 'name organization'), ...of('int', 'days weeks months years') },
  scanresult: {
    ...stamps,
    ...of('text', 'method status system organization'),
    ...of('json', 'searchConfig result meta'),
  },
  orphan: {
    ...stamps,
    ...of('text', 'kind gone model name organization clientVersion ip lastConnection'),
    ...of('int', 'count size'),
  },
  rpiclient: { ...edited, ...of('text', 'macAddress name ip lastConnection version system organization') },
  passkey: {
    ...edited,
    ...of('text', 'user credentialId publicKey name lastUsedAt'),
    counter: 'int' as const,
    transports: 'json' as const,
    backedUp: 'bool' as const,
  },
  job: { ...stamps, ...of('text', 'user action state startedAt nextAt node carrier ip'), values: 'json' as const },
  session: { ...stamps, ...of('text', 'hash user expiresAt lastSeenAt agent ip signOn authenticatedAt') },
  activity: {
    ...of('text', 'id createdAt organization model object name action actor actorKind actorName carrier ip'),
    changed: 'json' as const,
  },
  device: {
    ...stamps,
    ...of('text', 'user name endpoint p256dh auth installId session timeZone lastSeenAt lastReceiptAt lastError'),
  },
} satisfies Record<string, Record<string, Kind>>;
