// Every noun's table and handlers. A registry, nothing else.
import type * as z from 'zod/mini';
import { contract, type Contract } from '#contract/index.ts';
import { isUpdate, type Call } from '#contract/define.ts';
import type { Handlers } from './pipeline/dispatch.ts';
import type { Noun } from './db/engine.ts';
import { text } from './query/columns.ts';
import type { Table } from './pipeline/unit-of-work.ts';
import type { Services } from './services.ts';
import { activityHandlers, activityTable } from './entities/activity/activity.ts';
import { alarmHandlers, alarmTable } from './entities/alarm/alarm.ts';
import { appHandlers, authHandlers } from './entities/session/auth.ts';
import { backupHandlers, backupTable } from './entities/backup/backup.ts';
import { clientHandlers } from './entities/client/client.ts';
import { deviceHandlers, deviceTable, pushHandlers } from './entities/device/device.ts';
import { filesetHandlers, filesetTable } from './entities/fileset.ts';
import { bulkHandler } from './entities/job/start.ts';
import { jobHandlers, jobTable } from './entities/job/job.ts';
import { leaverHandlers } from './entities/user/deactivate.ts';
import { organizationHandlers, organizationTable } from './entities/organization/organization.ts';
import { userorgHandlers, userorgTable } from './entities/user/organization-links.ts';
import { grantHandlers, groupPairHandlers, orgPairHandlers } from './entities/user/bulk-permissions.ts';
import { checkingFreshness } from './entities/session/recent-sign-in.ts';
import { orphanHandlers, orphanTable } from './entities/orphan.ts';
import { passkeyHandlers, passkeyTable } from './entities/passkey/passkey.ts';
import { groupHandlers, groupTable } from './entities/user/group.ts';
import { permissionHandlers, permissions } from './entities/user/permission.ts';
import { userHandlers, userTable } from './entities/user/user.ts';
import { usergroupHandlers, usergroupTable } from './entities/user/usergroup.ts';
import { recentHandlers } from './entities/recent.ts';
import { retentionHandlers, retentionTable } from './entities/schedule/retention.ts';
import { rpiclientHandlers, rpiclientTable } from './entities/client/rpiclient.ts';
import { scanresultHandlers, scanresultTable } from './entities/client/scanresult.ts';
import { scheduleHandlers, scheduleTable } from './entities/schedule/schedule.ts';
import { searchHandlers } from './entities/search.ts';
import { serverHandlers } from './entities/server/server.ts';
import { sessionHandlers, sessionTable } from './entities/session/session.ts';
import { systemHandlers, systemTable } from './entities/system/system.ts';
import { tokenHandlers } from './entities/account/token.ts';

const permissionTable: Table<'permission'> = {
  noun: 'permission',
  columns: { id: text(), model: text(), action: text() },
  organization: null,
  records: (_unit, rows) => {
    const ids = new Set(rows.map(({ id }) => id));
    return Promise.resolve(permissions.filter(({ id }) => ids.has(id)));
  },
};

function nullableOf(noun: keyof Contract): string[] {
  const { shape } = contract[noun].record;
  return Object.entries<z.ZodMiniType>(shape).flatMap(([key, its]) => (its.safeParse(null).success ? [key] : []));
}

/** A secret is written under one name and stored under another, as the activity knows it. */
function writableOf(noun: keyof Contract, { activity }: Pick<Table, 'activity'>): Pick<Table, 'writable'> {
  const calls: Record<string, Call> = contract[noun].calls;
  const attributes = new Set(
    Object.values(calls)
      .filter(isUpdate)
      .flatMap(({ input }) => Object.keys(input.shape)),
  );
  attributes.delete('id');
  if (attributes.size === 0) return {};
  const secrets = Object.entries(activity?.secret ?? {}).filter(([, attribute]) => attributes.has(attribute));
  return { writable: new Set([...attributes, ...secrets.map(([column]) => column)]) };
}

/** The compiler asks for the table of each noun that has columns. */
const declared = {
  activity: activityTable,
  alarm: alarmTable,
  backup: backupTable,
  device: deviceTable,
  fileset: filesetTable,
  group: groupTable,
  job: jobTable,
  organization: organizationTable,
  orphan: orphanTable,
  passkey: passkeyTable,
  permission: permissionTable,
  retention: retentionTable,
  rpiclient: rpiclientTable,
  scanresult: scanresultTable,
  schedule: scheduleTable,
  session: sessionTable,
  system: systemTable,
  user: userTable,
  usergroup: usergroupTable,
  userorg: userorgTable,
} satisfies { [N in Noun | 'permission']: Table<N> };

export const tables: ReadonlyMap<string, Table> = new Map(
  Object.values(declared).map((table) => [
    table.noun,
    { ...table, nullable: nullableOf(table.noun), ...writableOf(table.noun, table) },
  ]),
);

export const makeHandlers = (services: Services): Handlers => ({
  activity: activityHandlers,
  alarm: alarmHandlers(services),
  app: appHandlers(services),
  auth: authHandlers(services),
  backup: backupHandlers(services),
  client: clientHandlers(services),
  device: deviceHandlers,
  fileset: filesetHandlers(),
  group: checkingFreshness({ ...groupHandlers, ...grantHandlers }, 'update', 'grant'),
  job: jobHandlers(services),
  organization: organizationHandlers(services),
  orphan: orphanHandlers(services),
  passkey: passkeyHandlers(services),
  permission: permissionHandlers,
  push: pushHandlers(services),
  recent: recentHandlers,
  retention: retentionHandlers(services),
  rpiclient: rpiclientHandlers(),
  scanresult: scanresultHandlers(),
  schedule: scheduleHandlers(services),
  search: searchHandlers,
  server: serverHandlers(services),
  session: sessionHandlers(services),
  system: { ...systemHandlers(services), bulk: bulkHandler(services) },
  token: tokenHandlers,
  user: checkingFreshness({ ...userHandlers(services), ...leaverHandlers(services) }, 'create', 'update'),
  usergroup: checkingFreshness({ ...usergroupHandlers, ...groupPairHandlers }, 'create'),
  userorg: { ...userorgHandlers(services), ...orgPairHandlers },
});
