// Generated from the contract by `npm run generate`: what the app needs of it. Do not edit.

/** noun -> call -> method, path below /api, `list` for lists with a total, `write` for a GET that changes something. */
export const table = {
  activity: {
    list: ['GET', '/activity', 'list'],
  },
  alarm: {
    list: ['GET', '/alarm', 'list'],
    recipients: ['GET', '/alarm/recipients'],
    deliveries: ['GET', '/alarm/:id/deliveries'],
    history: ['GET', '/alarm/:id/history'],
    markRead: ['POST', '/alarm/:id/read'],
    get: ['GET', '/alarm/:id'],
    acknowledge: ['POST', '/alarm/:id/acknowledge'],
    takeOver: ['POST', '/alarm/:id/takeOver'],
    handOver: ['POST', '/alarm/:id/handOver'],
    release: ['POST', '/alarm/:id/release'],
    snooze: ['POST', '/alarm/:id/snooze'],
    resolve: ['POST', '/alarm/:id/resolve'],
    note: ['POST', '/alarm/:id/note'],
    act: ['POST', '/alarm/act'],
  },
  app: {
  },
  auth: {
    checkUser: ['GET', '/auth/check-user'],
    login: ['POST', '/auth/login'],
    logout: ['POST', '/auth/logout'],
    setUp: ['POST', '/auth/set-up'],
    checkEmail: ['POST', '/auth/check-email'],
    sendResetEmail: ['POST', '/auth/send-reset-email'],
    oauth: ['POST', '/auth/oauth'],
    oauthLogin: ['POST', '/auth/oauth-login'],
    oauthLogout: ['POST', '/auth/oauth-logout'],
  },
  backup: {
    list: ['GET', '/backup', 'list'],
    notify: ['GET', '/backup/notify', 'write'],
    downloadUrl: ['GET', '/backup/get-download-url'],
  },
  client: {
    signal: ['POST', '/client/signal'],
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
  job: {
    get: ['GET', '/job/:id'],
    stop: ['POST', '/job/:id/stop'],
    retry: ['POST', '/job/:id/retry'],
    undo: ['POST', '/job/:id/undo'],
  },
  organization: {
    list: ['GET', '/organization', 'list'],
    get: ['GET', '/organization/:id'],
    create: ['POST', '/organization'],
    update: ['PATCH', '/organization/:id'],
    destroy: ['DELETE', '/organization/:id'],
    clientKey: ['GET', '/organization/:id/get-client-key'],
    rotateKey: ['POST', '/organization/:id/rotate-client-key'],
    fleet: ['GET', '/organization/fleet', 'list'],
    available: ['GET', '/organization/available'],
    clients: ['GET', '/organization/:id/clients'],
  },
  orphan: {
    systems: ['GET', '/orphan/system', 'list'],
    clients: ['GET', '/orphan/client', 'list'],
    total: ['GET', '/orphan/total'],
    getSystem: ['GET', '/orphan/system/:id'],
    destroySystem: ['DELETE', '/orphan/system/:id'],
    destroyClient: ['DELETE', '/orphan/client/:id'],
  },
  passkey: {
    list: ['GET', '/passkey'],
    begin: ['POST', '/passkey/begin'],
    create: ['POST', '/passkey'],
    update: ['PATCH', '/passkey/:id'],
    destroy: ['DELETE', '/passkey/:id'],
    beginSignIn: ['POST', '/passkey/begin-sign-in'],
    signIn: ['POST', '/passkey/sign-in'],
  },
  permission: {
    list: ['GET', '/permission'],
  },
  push: {
    subscribe: ['PUT', '/push/subscription'],
    check: ['POST', '/push/check'],
    unsubscribe: ['DELETE', '/push/subscription'],
    test: ['POST', '/push/test'],
    status: ['GET', '/push/status/:id'],
    rang: ['POST', '/push/status/:id/rang'],
    receipt: ['POST', '/push/receipt'],
  },
  recent: {
    latest: ['GET', '/backup/recent'],
  },
  retention: {
    list: ['GET', '/retention', 'list'],
    get: ['GET', '/retention/:id'],
    create: ['POST', '/retention'],
    update: ['PATCH', '/retention/:id'],
    destroy: ['DELETE', '/retention/:id'],
    copy: ['POST', '/retention/:id/copy'],
    preview: ['GET', '/retention/:id/preview'],
  },
  rpiclient: {
    list: ['GET', '/rpiclient', 'list'],
    get: ['GET', '/rpiclient/:id'],
    update: ['PATCH', '/rpiclient/:id'],
  },
  scanresult: {
    manualScans: ['GET', '/scanresult/manual-scans', 'list'],
    ofSystem: ['GET', '/system/:system/scanresult', 'list'],
    get: ['GET', '/scanresult/:id'],
    destroy: ['DELETE', '/scanresult/:id'],
  },
  schedule: {
    list: ['GET', '/schedule', 'list'],
    get: ['GET', '/schedule/:id'],
    create: ['POST', '/schedule'],
    update: ['PATCH', '/schedule/:id'],
    destroy: ['DELETE', '/schedule/:id'],
    copy: ['POST', '/schedule/:id/copy'],
    preview: ['GET', '/schedule/:id/preview'],
  },
  search: {
    find: ['GET', '/search'],
  },
  server: {
    get: ['GET', '/server'],
    copy: ['POST', '/server/copy'],
    test: ['POST', '/server/test'],
  },
  session: {
    list: ['GET', '/session', 'list'],
    destroy: ['DELETE', '/session/:id'],
  },
  system: {
    list: ['GET', '/system', 'list'],
    get: ['GET', '/system/:id'],
    create: ['POST', '/system'],
    update: ['PATCH', '/system/:id'],
    destroy: ['DELETE', '/system/:id'],
    scan: ['POST', '/system/:id/scan'],
    bulk: ['POST', '/system/bulk'],
    clearClientInfo: ['GET', '/system/:id/clearClientInfo', 'write'],
    counts: ['GET', '/system/counts'],
    clientKey: ['GET', '/system/:id/get-client-key'],
    rotateKey: ['POST', '/system/:id/rotate-client-key'],
    uploadKeys: ['GET', '/system/:id/get-upload-keys', 'write'],
    rescanAlarm: ['GET', '/system/:id/rescan-alarm', 'write'],
  },
  token: {
    check: ['GET', '/token/:token'],
  },
  user: {
    list: ['GET', '/user', 'list'],
    get: ['GET', '/user/:id'],
    create: ['POST', '/user'],
    update: ['PATCH', '/user/:id'],
    destroy: ['DELETE', '/user/:id'],
    unreachable: ['GET', '/user/unreachable'],
    deactivate: ['POST', '/user/:id/deactivate'],
    sendLink: ['POST', '/user/:id/sendLink'],
    successors: ['GET', '/user/:id/successors'],
    editAccount: ['PATCH', '/user/edit-account'],
    token: ['POST', '/user/token'],
  },
  usergroup: {
    create: ['POST', '/usergroup'],
    destroyPair: ['DELETE', '/usergroup'],
  },
  userorg: {
    list: ['GET', '/userorg', 'list'],
    create: ['POST', '/userorg'],
    update: ['PATCH', '/userorg/:id'],
    destroy: ['DELETE', '/userorg/:id'],
    unsubscribe: ['GET', '/userorg/unsubscribe', 'write'],
  },
} as const;

/** noun -> the nouns whose changes make its records stale. */
export const derivesFrom: Readonly<Record<string, readonly string[]>> = {
  alarm: ['system', 'organization', 'user', 'userorg', 'usergroup', 'group'],
  backup: ['system'],
  fileset: ['system'],
  group: ['usergroup', 'userorg', 'user'],
  organization: ['system', 'userorg', 'user'],
  retention: ['system', 'organization'],
  rpiclient: ['system', 'organization'],
  scanresult: ['system', 'organization'],
  schedule: ['system', 'organization'],
  system: ['organization', 'schedule', 'retention', 'backup', 'alarm'],
  user: ['usergroup', 'userorg', 'group', 'organization'],
  usergroup: ['user', 'group'],
  userorg: ['user', 'usergroup', 'group', 'organization'],
};

/** The entries of the navigation; each needs `<noun>.read`. */
export const navigation = [
  { noun: 'activity', path: '/admin/activity', section: 'people' },
  { noun: 'group', path: '/admin/groups', section: 'people' },
  { noun: 'organization', path: '/admin/organizations', section: 'fleet' },
  { noun: 'orphan', path: '/admin/orphans', section: 'fleet' },
  { noun: 'retention', path: '/admin/retentions', section: 'fleet' },
  { noun: 'rpiclient', path: '/admin/rpiclients', section: 'fleet' },
  { noun: 'scanresult', path: '/admin/manual_scans', section: 'fleet' },
  { noun: 'schedule', path: '/admin/schedules', section: 'fleet' },
  { noun: 'system', path: '/admin/health-status', section: 'fleet' },
  { noun: 'user', path: '/admin/users', section: 'people' },
] as const;

/** noun -> call -> the error codes that the call declares. Types only. */
export interface CallErrors {
  alarm: {
    act: 'E_TOKEN' | 'E_RESOLVED';
  };
  auth: {
    login: 'E_BAD_LOGIN' | 'E_RATE';
    setUp: 'E_SET_UP_DONE' | 'E_TOKEN';
    checkEmail: 'E_RATE';
    sendResetEmail: 'E_RATE';
    oauth: 'E_NO_SIGN_ON' | 'E_STATE' | 'E_PROVIDER' | 'E_RATE';
    oauthLogin: 'E_NO_SIGN_ON' | 'E_STATE' | 'E_PROVIDER' | 'E_SIGN_ON' | 'E_EMAIL_UNVERIFIED' | 'E_NO_ACCOUNT' | 'E_DISABLED' | 'E_SUBJECT' | 'E_RATE';
  };
  backup: {
    notify: 'E_NOT_STORED' | 'E_NOT_FOUND' | 'E_RATE';
    downloadUrl: 'E_NOT_FOUND' | 'E_NOT_STORED';
  };
  client: {
    signal: 'E_NOT_CONNECTED' | 'E_NOT_FOUND';
  };
  fileset: {
    create: 'E_BAD_PATTERN';
    update: 'E_BAD_PATTERN';
  };
  group: {
    create: 'E_REAUTHENTICATE';
    update: 'E_LAST_ADMINISTRATOR' | 'E_REAUTHENTICATE';
    destroy: 'E_LAST_ADMINISTRATOR';
  };
  orphan: {
    destroySystem: 'E_NOT_FOUND' | 'E_INCOMPLETE';
  };
  passkey: {
    begin: 'E_BAD_LOGIN' | 'E_RATE' | 'E_TOO_MANY';
    create: 'E_PASSKEY' | 'E_EXISTS' | 'E_TOO_MANY';
    beginSignIn: 'E_RATE';
    signIn: 'E_BAD_LOGIN' | 'E_RATE';
  };
  push: {
    subscribe: 'E_PUSH_ENDPOINT' | 'E_ENDPOINT_IN_USE';
    test: 'E_RATE' | 'E_NOT_FOUND';
    receipt: 'E_TOKEN';
  };
  retention: {
    update: 'E_IN_USE';
    destroy: 'E_IN_USE';
  };
  rpiclient: {
    update: 'E_INVALID_VALUES_TO_SET';
  };
  schedule: {
    update: 'E_IN_USE';
    destroy: 'E_IN_USE';
  };
  server: {
    copy: 'E_NOT_FOUND' | 'E_RATE';
    test: 'E_RATE';
  };
  system: {
    scan: 'E_DANGLING';
    bulk: 'E_TOO_MANY' | 'E_RATE';
    uploadKeys: 'E_BAD_KEY' | 'E_EXISTS' | 'E_DANGLING' | 'E_RATE';
  };
  user: {
    create: 'E_REAUTHENTICATE';
    update: 'E_LAST_ADMINISTRATOR' | 'E_REAUTHENTICATE' | 'E_RATE';
    destroy: 'E_LAST_ADMINISTRATOR';
    deactivate: 'E_LAST_ADMINISTRATOR';
    sendLink: 'E_RATE';
    editAccount: 'E_BAD_LOGIN' | 'E_RATE';
    token: 'E_TOKEN' | 'E_RATE';
  };
  usergroup: {
    create: 'E_REAUTHENTICATE';
    destroyPair: 'E_NOT_FOUND' | 'E_LAST_ADMINISTRATOR';
  };
  userorg: {
    unsubscribe: 'E_TOKEN' | 'E_RATE';
  };
}
