// The contract: every noun with its record and its calls. A registry, nothing else.
import { activity } from './activity.ts';
import { alarm } from './alarm.ts';
import { backup } from './backup.ts';
import { client } from './client.ts';
import { device, push } from './device.ts';
import { fileset } from './fileset.ts';
import { group } from './group.ts';
import { job } from './job.ts';
import { organization } from './organization.ts';
import { orphan } from './orphan.ts';
import { passkey } from './passkey.ts';
import { permission } from './permission.ts';
import { recent } from './recent.ts';
import { retention } from './retention.ts';
import { rpiclient } from './rpiclient.ts';
import { scanresult } from './scanresult.ts';
import { schedule } from './schedule.ts';
import { search } from './search.ts';
import { server } from './server.ts';
import { app, auth, session } from './session.ts';
import { system } from './system.ts';
import { token } from './token.ts';
import { user } from './user.ts';
import { usergroup } from './usergroup.ts';
import { userorg } from './userorg.ts';

/** Every entity by its noun. Routes, clients, permissions and API documents are derived from it. */
export const contract = {
  activity,
  alarm,
  app,
  auth,
  backup,
  client,
  device,
  fileset,
  group,
  job,
  organization,
  orphan,
  passkey,
  permission,
  push,
  recent,
  retention,
  rpiclient,
  scanresult,
  schedule,
  search,
  server,
  session,
  system,
  token,
  user,
  usergroup,
  userorg,
};

/** The type of the contract, for typed clients and handlers. */
export type Contract = typeof contract;
/** The noun of an entity, such as `system`. */
export type Noun = keyof Contract;
