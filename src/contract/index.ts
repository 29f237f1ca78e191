// The contract: every noun with its record and its calls. A registry, nothing else.
import { alarm } from './alarm.ts';
import { backup } from './backup.ts';
import { client } from './client.ts';
import { device, push } from './device.ts';
import { fileset } from './fileset.ts';
import { organization } from './organization.ts';
import { group, permission, user, usergroup, userorg } from './people.ts';
import { schedule } from './schedule.ts';
import { app, auth } from './session.ts';
import { system } from './system.ts';

export const contract = {
  alarm,
  app,
  auth,
  backup,
  client,
  device,
  fileset,
  group,
  organization,
  permission,
  push,
  schedule,
  system,
  user,
  usergroup,
  userorg,
};

export type Contract = typeof contract;
export type Noun = keyof Contract;
