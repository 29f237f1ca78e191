// Compares the calls of the specification with the contract by method and path; none may be missing.
import { describe, expect, test } from 'vitest';
import { everyCall } from '#tests/contract-calls.ts';

/** Written by hand from the specification's list of calls, noun by noun. `socket` marks what only a socket may ask, ANY a method that is not shown. */
const seed: Readonly<Record<string, string>> = {
  socket: `
    GET /app/subscribe
    GET /app/unsubscribe`,
  auth: `
    GET /auth/check-user
    POST /auth/login
    POST /auth/logout
    POST /user/token
    POST /auth/check-email
    POST /auth/send-reset-email
    POST /auth/oauth
    ANY /auth/oauth-login
    ANY /auth/oauth-logout
    GET /token/:token`,
  systems: `
    GET /system
    GET /system/:id
    POST /system
    PATCH /system/:id
    DELETE /system/:id
    GET /system/:id/purge
    GET /system/:id/get-client-key
    GET /system/:id/get-upload-keys
    POST /system/:id/scan
    POST /system/esversion-scan
    GET /system/alarms
    GET /system/:id/rescan-alarm
    GET /system/rescan-alarms
    GET /system/overdue
    GET /system/not-backedup
    GET /system/backup-kind-check
    DELETE /system/:id/delete-backup
    GET /system/:id/clearClientInfo
    GET /system/:system/scanresult`,
  client: `
    GET /client/make-exe
    GET /client/get-exe-link
    POST /client/signal`,
  backup: `
    GET /backup/get-download-url
    GET /backup/recent
    GET /backup/notify`,
  fileset: `
    GET /fileset
    POST /fileset
    GET /fileset/:id
    PATCH /fileset/:id
    DELETE /fileset/:id`,
  group: `
    GET /group
    POST /group
    GET /group/:id
    PATCH /group/:id
    DELETE /group/:id
    POST /grouppermission
    DELETE /grouppermission
    GET /permission`,
  usergroup: `
    GET /usergroup
    POST /usergroup
    DELETE /usergroup/:id
    DELETE /usergroup`,
  organization: `
    GET /organization
    POST /organization
    GET /organization/:id
    PATCH /organization/:id
    DELETE /organization/:id
    GET /organization/health-status
    GET /organization/health
    GET /organization/available
    GET /organization/:id/clients
    GET /organization/:id/get-client-key
    GET /organization/:id/get-upload-keys`,
  user: `
    GET /user
    GET /user/:id
    POST /user
    PATCH /user/:id
    PATCH /user/edit-account
    DELETE /user/:id`,
  userorg: `
    GET /userorg
    GET /userorg/:id
    POST /userorg
    PATCH /userorg/:id
    DELETE /userorg/:id
    GET /userorg/unsubscribe`,
  orphans: `
    GET /orphan/system
    GET /orphan/client
    GET /orphan/system/:id
    DELETE /orphan/system/:id
    DELETE /orphan/client/:id`,
  retention: `
    GET /retention
    POST /retention
    GET /retention/:id
    PATCH /retention/:id
    DELETE /retention/:id`,
  schedule: `
    GET /schedule
    POST /schedule
    GET /schedule/:id
    PATCH /schedule/:id
    DELETE /schedule/:id`,
  rpiclient: `
    GET /rpiclient
    PATCH /rpiclient/:id`,
  scanresult: `
    GET /scanresult/manual-scans
    GET /scanresult/:id
    DELETE /scanresult/:id`,
};

/** What the specification says is sent, where it says so: each must be a key of the call's input. */
const sent: Readonly<Record<string, string>> = {
  'POST /user/token': 'mode',
  'PATCH /system/:id': 'rpiMacAddress hasRpiClient keyConnected backupMethod',
  'GET /system/:id/get-upload-keys': 'name date fileset',
  'DELETE /system/:id/delete-backup': 'key',
  'GET /client/make-exe': 'id key model',
  'GET /client/get-exe-link': 'id model',
  'POST /client/signal': 'id type signal',
  'GET /backup/get-download-url': 'key',
  'GET /backup/notify': 'system date',
  'POST /fileset': 'description glob pattern nameField dateField timeField dateFormat timeFormat static system',
  'POST /grouppermission': 'group permissions',
  'DELETE /grouppermission': 'group permissions',
  'DELETE /usergroup': 'user group',
  'PATCH /organization/:id': 'rpiMacAddress keyConnected active reenableTime',
  'GET /organization/available': 'searchTerm',
  'GET /organization/:id/get-upload-keys': 'name date fileset',
  'PATCH /user/edit-account': 'password',
  'PATCH /userorg/:id': 'alarmEmails',
  'GET /userorg/unsubscribe': 'token',
  'PATCH /rpiclient/:id': 'system organization',
  'GET /scanresult/:id': 'excludeResult',
};

const declared = new Map(everyCall.map(({ call }) => [`${call.method} ${call.path}`, call]));
const listed = Object.entries(seed).flatMap(([noun, text]) =>
  text
    .trim()
    .split('\n')
    .map((line) => ({ noun, line: line.trim() })),
);

describe('the calls of the specification', () => {
  test.each(listed)('$line is in the contract', ({ noun, line }) => {
    const [method, path] = line.split(' ');
    const call = everyCall.find((one) => one.call.path === path && ['ANY', one.call.method].includes(String(method)));
    // Where the method is not shown a browser may be sent elsewhere and back: only HTTP can do that.
    const carriers = method === 'ANY' ? ['any', 'http'] : [noun === 'socket' ? 'socket' : 'any'];
    expect(carriers).toContain(call?.call.carrier);
  });

  test.each(Object.entries(sent))('%s takes %s', (line, keys) => {
    const taken = Object.keys(declared.get(line)?.input.shape ?? {});
    expect(taken).toEqual(expect.arrayContaining(keys.split(' ')));
  });

  test('the list itself names no call twice, and all that is sent belongs to one of it', () => {
    const lines = listed.map(({ line }) => line);
    expect(new Set(lines).size).toBe(lines.length);
    expect(Object.keys(sent).filter((line) => !lines.includes(line))).toEqual([]);
  });
});
