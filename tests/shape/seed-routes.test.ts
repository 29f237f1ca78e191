// Compares the screens of the specification with the app's routes; those that need a session are guarded.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Written by hand from the specification's list of screens. */
const OPEN = `
  /auth/login
  /auth/logout
  /auth/confirm-email
  /auth/recover-password
  /auth/forgot-password
  /auth/oauthCallback
  /unsubscribe`;
const GUARDED = `
  /
  /user/account
  /admin/alarms
  /admin/fileset/settings
  /admin/groups /admin/group/settings /admin/group/permissions /admin/group/users
  /admin/organizations /admin/organization/settings /admin/organization/users
  /admin/organization/client /admin/organization/systems
  /admin/retentions /admin/retention/settings /admin/retention/systems
  /admin/rpiclients
  /admin/scanresult
  /admin/schedules /admin/schedule/settings /admin/schedule/systems
  /admin/health-status
  /admin/systems /admin/system/settings /admin/system/backups /admin/system/client
  /admin/system/filesets /admin/system/scans /admin/system/purge
  /admin/orphans /admin/orphan/view
  /admin/users /admin/user/settings /admin/user/groups /admin/user/organizations
  /admin/manual_scans`;

const generated = readFileSync(resolve(import.meta.dirname, '../../src/app/routes.gen.ts'), 'utf8');
const [, byId = ''] = /interface FileRoutesById \{([^}]*)\}/.exec(generated) ?? [];
const ids = [...byId.matchAll(/'([^']+)':/g)].map(([, id = '']) => id);
const words = (text: string): string[] => text.trim().split(/\s+/);

test('every screen of the specification has its route, and those of the main layout stand behind its guard', () => {
  expect(ids.length).toBeGreaterThan(40);
  for (const path of words(GUARDED)) expect(ids).toContain(`/_main${path}`);
  for (const path of words(OPEN)) expect(ids).toContain(path);
});

test('no other screen goes without a session but the one that makes the first administrator', () => {
  const others = ids.filter((id) => !id.startsWith('/_main') && !words(OPEN).includes(id));
  expect(others).toEqual(['/auth/set-up']);
});
