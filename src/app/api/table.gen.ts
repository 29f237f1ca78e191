// Generated from the contract by src/tools/wire-table.ts: what the browser needs of it. Never edited.

/** noun -> call -> method, path below /api, and `list` where the answer is counted rows. */
export const table = {
  alarm: {
    list: ['GET', '/alarm', 'list'],
    get: ['GET', '/alarm/:id'],
    acknowledge: ['POST', '/alarm/:id/acknowledge'],
    release: ['POST', '/alarm/:id/release'],
    snooze: ['POST', '/alarm/:id/snooze'],
    note: ['POST', '/alarm/:id/note'],
    act: ['POST', '/alarm/act'],
  },
  app: {
    subscribe: ['GET', '/app/subscribe'],
    unsubscribe: ['GET', '/app/unsubscribe'],
  },
  auth: {
    checkUser: ['GET', '/auth/check-user'],
    login: ['POST', '/auth/login'],
    logout: ['POST', '/auth/logout'],
    setUp: ['POST', '/auth/set-up'],
  },
  backup: {
    list: ['GET', '/backup', 'list'],
    recent: ['GET', '/backup/recent'],
    notify: ['GET', '/backup/notify'],
    downloadUrl: ['GET', '/backup/get-download-url'],
  },
  client: {
    hello: ['POST', '/client/hello'],
    report: ['POST', '/client/report'],
  },
  device: {
    list: ['GET', '/device'],
    destroy: ['DELETE', '/device/:id'],
  },
  fileset: {
    list: ['GET', '/fileset', 'list'],
    get: ['GET', '/fileset/:id'],
    create: ['POST', '/fileset'],
    update: ['PATCH', '/fileset/:id'],
    destroy: ['DELETE', '/fileset/:id'],
  },
  group: {
    list: ['GET', '/group', 'list'],
    get: ['GET', '/group/:id'],
    create: ['POST', '/group'],
    update: ['PATCH', '/group/:id'],
    destroy: ['DELETE', '/group/:id'],
  },
  organization: {
    list: ['GET', '/organization', 'list'],
    get: ['GET', '/organization/:id'],
    create: ['POST', '/organization'],
    update: ['PATCH', '/organization/:id'],
    destroy: ['DELETE', '/organization/:id'],
    clientKey: ['GET', '/organization/:id/get-client-key'],
  },
  permission: {
    list: ['GET', '/permission'],
  },
  push: {
    subscribe: ['PUT', '/push/subscription'],
    unsubscribe: ['DELETE', '/push/subscription'],
    test: ['POST', '/push/test'],
    status: ['GET', '/push/status/:id'],
    rang: ['POST', '/push/status/:id/rang'],
    receipt: ['POST', '/push/receipt'],
  },
  schedule: {
    list: ['GET', '/schedule', 'list'],
    get: ['GET', '/schedule/:id'],
    create: ['POST', '/schedule'],
    update: ['PATCH', '/schedule/:id'],
    destroy: ['DELETE', '/schedule/:id'],
  },
  system: {
    list: ['GET', '/system', 'list'],
    get: ['GET', '/system/:id'],
    create: ['POST', '/system'],
    update: ['PATCH', '/system/:id'],
    destroy: ['DELETE', '/system/:id'],
    counts: ['GET', '/system/counts'],
    clientKey: ['GET', '/system/:id/get-client-key'],
    uploadKeys: ['GET', '/system/:id/get-upload-keys'],
    rescanAlarm: ['GET', '/system/:id/rescan-alarm'],
  },
  user: {
    list: ['GET', '/user', 'list'],
    get: ['GET', '/user/:id'],
    create: ['POST', '/user'],
    update: ['PATCH', '/user/:id'],
    destroy: ['DELETE', '/user/:id'],
    editAccount: ['PATCH', '/user/edit-account'],
  },
  usergroup: {
    list: ['GET', '/usergroup', 'list'],
    create: ['POST', '/usergroup'],
    destroy: ['DELETE', '/usergroup/:id'],
  },
  userorg: {
    list: ['GET', '/userorg', 'list'],
    get: ['GET', '/userorg/:id'],
    create: ['POST', '/userorg'],
    update: ['PATCH', '/userorg/:id'],
    destroy: ['DELETE', '/userorg/:id'],
  },
} as const;

/** noun -> the nouns whose changes make its records stale. */
export const derivesFrom: Readonly<Record<string, readonly string[]>> = {
  alarm: ['system', 'user'],
  app: [],
  auth: [],
  backup: ['system'],
  client: [],
  device: [],
  fileset: ['system'],
  group: ['usergroup', 'user'],
  organization: ['system', 'userorg'],
  permission: [],
  push: [],
  schedule: ['system'],
  system: ['organization', 'schedule', 'backup', 'alarm'],
  user: ['usergroup', 'userorg', 'group', 'organization'],
  usergroup: [],
  userorg: [],
};
