// Every noun of the server: its table and its handlers. A registry, nothing else.
import type { Contract } from '#contract/index.ts';
import type { Handlers, Pipeline } from './pipeline/dispatch.ts';
import type { Table } from './pipeline/table.ts';
import type { Services } from './services.ts';
import type { EntityNoun, ServerEntity } from './entities/define-entity.ts';
import { activityEntity } from './entities/activity/activity.ts';
import { alarmEntity } from './entities/alarm/alarm.ts';
import { appHandlers, authHandlers } from './entities/session/auth.ts';
import { backupEntity } from './entities/backup/backup.ts';
import { clientHandlers } from './entities/client/client.ts';
import { deviceEntity, pushHandlers } from './entities/device/device.ts';
import { filesetEntity } from './entities/fileset.ts';
import { groupEntity } from './entities/user/group.ts';
import { jobEntity } from './entities/job/job.ts';
import { organizationEntity } from './entities/organization/organization.ts';
import { orphanEntity } from './entities/orphan.ts';
import { passkeyEntity } from './entities/passkey/passkey.ts';
import { permissionEntity } from './entities/user/permission.ts';
import { recentHandlers } from './entities/recent.ts';
import { retentionEntity } from './entities/schedule/retention.ts';
import { rpiclientEntity } from './entities/client/rpiclient.ts';
import { scanresultEntity } from './entities/client/scanresult.ts';
import { scheduleEntity } from './entities/schedule/schedule.ts';
import { searchHandlers } from './entities/search.ts';
import { serverHandlers } from './entities/server/server.ts';
import { sessionEntity } from './entities/session/session.ts';
import { systemEntity } from './entities/system/system.ts';
import { tokenHandlers } from './entities/account/token.ts';
import { userEntity } from './entities/user/user.ts';
import { usergroupEntity } from './entities/user/usergroup.ts';
import { userorgEntity } from './entities/user/organization-links.ts';

/** The compiler asks for each noun that has a table. */
export const entities = {
  activity: activityEntity,
  alarm: alarmEntity,
  backup: backupEntity,
  device: deviceEntity,
  fileset: filesetEntity,
  group: groupEntity,
  job: jobEntity,
  organization: organizationEntity,
  orphan: orphanEntity,
  passkey: passkeyEntity,
  permission: permissionEntity,
  retention: retentionEntity,
  rpiclient: rpiclientEntity,
  scanresult: scanresultEntity,
  schedule: scheduleEntity,
  session: sessionEntity,
  system: systemEntity,
  user: userEntity,
  usergroup: usergroupEntity,
  userorg: userorgEntity,
} satisfies { [N in EntityNoun]: ServerEntity<N> };

/** The compiler asks for each other noun of the contract: calls without a table. */
const handlers = {
  app: appHandlers,
  auth: authHandlers,
  client: clientHandlers,
  push: pushHandlers,
  recent: () => recentHandlers,
  search: () => searchHandlers,
  server: serverHandlers,
  token: () => tokenHandlers,
} satisfies { [N in Exclude<keyof Contract, EntityNoun>]: (services: Services) => Handlers[N] };

export const tables: ReadonlyMap<string, Table> = new Map(
  Object.values(entities).map(({ table }) => [table.noun, table]),
);

/** Returns the handlers of every call, by noun and call. */
export const makeHandlers = (services: Services): Pipeline['handlers'] =>
  Object.fromEntries([
    ...Object.entries(entities).map(([noun, entity]) => [noun, entity.handlers(services)] as const),
    ...Object.entries(handlers).map(([noun, make]) => [noun, make(services)] as const),
  ]);
