// The wording table of the design, row by row, and what must hold for any name and any moment.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alarmKinds, type AlarmKind } from '#contract/alarm-kind.ts';
import type {
  AlarmFacts,
  AlarmStage,
  BurstOptions,
  NotificationOptions,
} from '#contract/notifications/notification.ts';
import * as rendered from '#server/jobs/notifications/notification.ts';
import { berlin, facts } from './notification-facts.ts';

/** The design's table writes times by the 24-hour clock. */
const locale = 'en-GB';
const alarmNotification = (given: AlarmFacts, stage: AlarmStage, options: NotificationOptions = {}) =>
  rendered.alarmNotification(given, stage, { locale, ...options });
const burstNotification = (list: readonly AlarmFacts[], options: BurstOptions = {}, stage: AlarmStage = 'new') =>
  rendered.burstNotification(list, { locale, ...options }, stage);
const testNotification = () => rendered.testNotification(locale);

const kinds: AlarmKind[] = [...alarmKinds];
const stages: AlarmStage[] = [
  'new',
  'reminder',
  'escalated',
  'repeat',
  'released',
  'handed',
  'held',
  'taken',
  'resolved',
];
const GB = 1e9;

const overdue = (more: Partial<AlarmFacts> = {}): AlarmFacts =>
  facts({
    kind: 'overdue',
    systemName: 'harbor-nas',
    organizationName: 'Norra Clinic',
    reason: null,
    dueAt: berlin(20, '18:00'),
    lastBackup: berlin(19, '18:00'),
    since: berlin(20, '18:00'),
    ...more,
  });
const added = (more: Partial<AlarmFacts> = {}): AlarmFacts =>
  facts({
    kind: 'notBackedup',
    systemName: 'front-desk-2',
    organizationName: 'Sol Bakery',
    reason: null,
    lastBackup: null,
    addedAt: berlin(12, '15:00'),
    ...more,
  });
const offline = (more: Partial<AlarmFacts> = {}): AlarmFacts =>
  facts({
    kind: 'clientOffline',
    systemName: 'pi-boathouse',
    reason: null,
    since: berlin(21, '02:25'),
    dueAt: berlin(21, '06:00'),
    ...more,
  });
const sized = (more: Partial<AlarmFacts> = {}): AlarmFacts =>
  facts({
    kind: 'sizeAnomaly',
    systemName: 'files-main',
    organizationName: 'Kvist & Co',
    reason: null,
    sizeBytes: 1.9 * GB,
    usualBytes: 10.6 * GB,
    ...more,
  });

const words = ({ title, body, actions }: ReturnType<typeof testNotification>): string[] => [
  title,
  body,
  actions.map((action) => action.title).join(', '),
];

describe('the wording table', () => {
  const rows: [row: string, AlarmFacts, AlarmStage, title: string, body: string, buttons: string][] = [
    [
      'failed',
      facts(),
      'new',
      'ledger-01 failed',
      'Disk full. Last good backup Thu 02:30. Ahlers Marine',
      'Acknowledge, Snooze 1 h',
    ],
    [
      'not backed up',
      added(),
      'new',
      'front-desk-2 is not backed up',
      'Added 12 Nov, no backup in 9 days. Sol Bakery',
      'Acknowledge, Snooze 1 h',
    ],
    [
      'overdue',
      overdue(),
      'new',
      'harbor-nas is overdue',
      'Due Thu 18:00, nothing since Wed 18:00. Norra Clinic',
      'Acknowledge, Snooze 1 h',
    ],
    [
      'client offline',
      offline(),
      'new',
      'pi-boathouse went offline',
      'Silent since 02:25. Next backup due 06:00. Ahlers Marine',
      'Acknowledge, Snooze 1 h',
    ],
    [
      'size anomaly, less',
      sized({ nextPurgeAt: berlin(23, '04:00') }),
      'new',
      'files-main shrank 82%',
      '1.9 GB, usually 10.6 GB. Next purge Sun 04:00. Kvist & Co',
      'Acknowledge, Open',
    ],
    [
      'size anomaly, more',
      sized({ sizeBytes: 33 * GB }),
      'new',
      'files-main grew 3.1 times',
      '33 GB, usually 10.6 GB. Kvist & Co',
      'Acknowledge, Open',
    ],
    [
      'reminder',
      facts({ waitedMinutes: 15 }),
      'reminder',
      'Still waiting: ledger-01 failed',
      'Nobody has acknowledged for 15 min. Disk full. Ahlers Marine',
      'Acknowledge, Snooze 1 h',
    ],
    [
      'escalated',
      facts({ waitedMinutes: 30, askedName: 'Mia' }),
      'escalated',
      'Escalated: ledger-01 failed',
      'Mia did not answer for 30 min. Disk full. Ahlers Marine',
      'Acknowledge, Open',
    ],
    [
      'taken',
      facts({ acknowledgedBy: 'Mia', acknowledgedAt: berlin(21, '03:11') }),
      'taken',
      'ledger-01 acknowledged by Mia',
      'Acknowledged by Mia at 03:11. Disk full. Ahlers Marine',
      '',
    ],
    [
      'acknowledged, shown to who acknowledged it',
      overdue({ acknowledgedBy: null, acknowledgedAt: berlin(21, '03:11') }),
      'taken',
      'harbor-nas acknowledged by you',
      'Acknowledged by you at 03:11. Due Thu 18:00, nothing since Wed 18:00. Norra Clinic',
      '',
    ],
    [
      'resolved',
      overdue({ lastBackup: berlin(21, '03:40'), now: berlin(21, '03:41'), sizeBytes: 412.6 * GB }),
      'resolved',
      'harbor-nas is backed up',
      '412.6 GB at 03:40. Nothing more to do',
      '',
    ],
  ];
  test.each(rows)('%s', (_, given, stage, title, body, buttons) => {
    expect(words(alarmNotification(given, stage))).toEqual([title, body, buttons]);
  });

  test('wrong content and storage trouble', () => {
    const wrong = facts({ kind: 'wrongContent', reason: null });
    const trouble = facts({ kind: 'storageTrouble', reason: 'books.zip is missing' });
    expect(words(alarmNotification(wrong, 'new')).slice(0, 2)).toEqual([
      'ledger-01 has wrong content',
      'Newest backup has unexpected content. Last good backup Thu 02:30. Ahlers Marine',
    ]);
    expect(words(alarmNotification(trouble, 'new')).slice(0, 2)).toEqual([
      'ledger-01 has storage trouble',
      'books.zip is missing. Last good backup Thu 02:30. Ahlers Marine',
    ]);
  });

  test('several at once', () => {
    const list = [
      sized({ systemId: 's3' }),
      overdue({ systemId: 's2', organizationId: 'o2' }),
      facts(),
      offline({ systemId: 's4' }),
      facts({ kind: 'wrongContent', systemId: 's5', systemName: 'mail-01' }),
    ];
    expect(words(burstNotification(list))).toEqual([
      '5 need you',
      'ledger-01 failed, mail-01 wrong content and 3 more',
      'Open',
    ]);
  });

  test('several taken, by one or by more', () => {
    const by = (...names: (string | null)[]) =>
      words(
        burstNotification(
          names.map((acknowledgedBy, index) => facts({ systemId: `s${index}`, acknowledgedBy })),
          {},
          'taken',
        ),
      );
    expect(by('Mia', 'Mia', 'Mia')).toEqual(['3 alarms acknowledged by Mia', 'ledger-01, ledger-01 and 1 more', '']);
    expect(by(null, null)[0]).toBe('2 alarms acknowledged by you');
    expect(by('Mia')[0]).toBe('1 alarm acknowledged by Mia');
    expect(by('Mia', null)[0]).toBe('2 alarms are acknowledged');
  });

  test('one cause', () => {
    const list = Array.from({ length: 12 }, (_, index) =>
      offline({ systemId: `s${index}`, organizationName: 'Norra Clinic' }),
    );
    // The design's "12 clients offline at Norra Clinic" is two characters too long: the name gives way.
    expect(words(burstNotification(list))).toEqual([
      '12 clients offline at Norra…inic',
      'All since 02:25. Probably their line, not the machines',
      'Open',
    ]);
    expect(burstNotification(list.slice(0, 4)).title).toBe('4 clients offline at Norra…linic');
  });

  test('test', () => {
    expect(words(testNotification())).toEqual([
      'Test alarm',
      'This is what waking you looks like. Tap to confirm it rang',
      'It rang',
    ]);
  });
});

describe('the choices table', () => {
  test.each(stages)('an alarm keeps one tag through its life: %s', (stage) => {
    const { tag, topicSource, url, alarmId } = alarmNotification(facts(), stage);
    expect(tag).toBe('alarm:01939d1a-6c2e-7000-8000-0000000000a1');
    expect(topicSource).toBe(tag);
    expect(alarmId).toBe(facts().alarmId);
    expect(url).toBe(
      '/admin/system?id=01939d1a-6c2e-7000-8000-000000000001&alarm=01939d1a-6c2e-7000-8000-0000000000a1',
    );
  });

  test.each(kinds)('%s: what needs a person rings, what is taken or over does not', (kind) => {
    const stays = ['failed', 'notBackedup', 'overdue'].includes(kind);
    for (const stage of stages.slice(0, 3)) {
      const open = { renotify: true, silent: false, urgency: 'high', requireInteraction: stays, ttlSeconds: 14_400 };
      expect(alarmNotification(facts({ kind }), stage)).toMatchObject({ ...open, kind });
    }
    const quiet = { renotify: false, silent: true, urgency: 'normal', requireInteraction: false, actions: [] };
    for (const stage of ['taken', 'resolved'] as const) {
      expect(alarmNotification(facts({ kind }), stage)).toMatchObject({ ...quiet, ttlSeconds: 14_400 });
      expect(burstNotification([facts({ kind })], {}, stage)).toMatchObject({ ...quiet, ttlSeconds: 14_400 });
    }
  });

  test('the time shown is when the trouble began', () => {
    expect(alarmNotification(facts(), 'reminder').timestamp).toBe(Date.parse(berlin(21, '03:10')));
    expect(burstNotification([facts(), offline({ systemId: 's2' })]).timestamp).toBe(Date.parse(berlin(21, '02:25')));
  });

  test('a burst is tagged by its organization, or by all', () => {
    const two = [facts(), facts({ systemId: 's2' })];
    expect(burstNotification(two)).toMatchObject({
      tag: 'burst:01939d1a-6c2e-7000-8000-000000000011',
      url: '/',
      alarmId: null,
      kind: 'burst',
    });
    expect(burstNotification([...two, facts({ systemId: 's3', organizationId: 'o2' })]).tag).toBe('burst:all');
  });

  test('a test rings like an alarm and is forgotten in ten minutes', () => {
    expect(testNotification()).toMatchObject({
      tag: 'test',
      renotify: true,
      silent: false,
      urgency: 'high',
      ttlSeconds: 600,
      alarmId: null,
    });
  });
});

describe('a burst', () => {
  const many = (count: number, more: Partial<AlarmFacts> = {}): AlarmFacts[] =>
    Array.from({ length: count }, (_, index) => facts({ systemId: `s${index}`, systemName: `box-${index}`, ...more }));

  test('counts systems, not alarms, and names the worst of each', () => {
    const list = [offline({ systemName: 'ledger-01' }), facts(), overdue({ systemId: 's2' })];
    expect(burstNotification(list)).toMatchObject({
      title: '2 need you',
      body: 'ledger-01 failed and harbor-nas overdue',
    });
    expect(burstNotification([facts()])).toMatchObject({ title: '1 needs you', body: 'ledger-01 failed' });
  });

  test('of three of one kind is not yet one cause; of four it is, and of two organizations never', () => {
    expect(burstNotification(many(3)).title).toBe('3 need you');
    expect(burstNotification(many(4)).title).toBe('4 failed at Ahlers Marine');
    expect(burstNotification([...many(4), facts({ organizationId: 'o2' })]).title).toBe('5 need you');
  });

  test('blames the line only for clients that went offline', () => {
    expect(burstNotification(many(6)).body).toBe('All since 03:10. box-0, box-1 and 4 more');
  });

  test('that began over more than five minutes says when the first began', () => {
    const list = [...many(4), facts({ since: berlin(21, '01:00') })];
    expect(burstNotification(list).body).toMatch(/^The first at 01:00\. /);
  });

  test('says that systems need attention, not you, to a person who may not act', () => {
    const list = [facts(), overdue({ systemId: 's2' })];
    const stages = (['new', 'reminder', 'escalated', 'repeat', 'released'] as const).map(
      (stage) => burstNotification(list, { readsOnly: true }, stage).title,
    );
    expect(stages).toEqual([
      '2 need attention',
      'Still waiting: 2 need attention',
      'Escalated: 2 need attention',
      'Still waiting: 2 need attention',
      'Waiting again: 2 need attention',
    ]);
    expect(alarmNotification(facts(), 'new', { hideNames: true, readsOnly: true }).title).toBe('1 needs attention');
  });

  test('of nothing is a mistake', () => expect(() => burstNotification([])).toThrow(RangeError));
});

describe('hidden names', () => {
  test('say only that somebody is needed', () => {
    expect(words(alarmNotification(facts(), 'new', { hideNames: true })).slice(0, 2)).toEqual([
      '1 needs you',
      'Open Backwatch to see which',
    ]);
    expect(words(burstNotification([facts(), facts({ systemId: 's2' })], { hideNames: true })).slice(0, 2)).toEqual([
      '2 need you',
      'Open Backwatch to see which',
    ]);
    expect(words(alarmNotification(facts({ acknowledgedBy: 'Mia' }), 'taken', { hideNames: true }))).toEqual([
      '1 alarm is acknowledged',
      'Open Backwatch to see which',
      '',
    ]);
  });

  test.each(kinds)('%s: no name, no reason and no customer stands in any stage', (kind) => {
    const secret = facts({
      kind,
      systemName: 'SECRET1',
      organizationName: 'SECRET2',
      reason: 'SECRET3',
      askedName: 'SECRET4',
      acknowledgedBy: 'SECRET5',
    });
    const many = ['a', 'b', 'c', 'd'].map((systemId) => ({ ...secret, systemId }));
    const all = [
      ...stages.map((stage) => alarmNotification(secret, stage, { hideNames: true })),
      ...stages.map((stage) => burstNotification(many, { hideNames: true }, stage)),
    ];
    expect(JSON.stringify(all)).not.toContain('SECRET');
  });
});

describe('a backup that did not happen is never reported as one', () => {
  test('an alarm closed without a newer backup does not say "backed up"', () => {
    for (const kind of kinds) {
      const { title, body } = alarmNotification(facts({ kind }), 'resolved');
      expect(`${title} ${body}`).not.toContain('is backed up');
    }
    expect(alarmNotification(facts(), 'resolved')).toMatchObject({
      title: 'ledger-01 alarm is resolved',
      body: 'Last good backup Thu 02:30. Ahlers Marine',
    });
  });

  test('a client that is back is shown as online, with the backup it has', () => {
    const back = offline({ lastBackup: null });
    expect(alarmNotification(back, 'resolved')).toMatchObject({
      title: 'pi-boathouse is online again',
      body: 'No good backup yet. Ahlers Marine',
    });
  });

  test('a system that never stored a backup is shown as such', () => {
    expect(alarmNotification(facts({ lastBackup: null }), 'new').body).toBe(
      'Disk full. No good backup yet. Ahlers Marine',
    );
    expect(alarmNotification(overdue({ lastBackup: null }), 'new').body).toBe(
      'Due Thu 18:00, nothing yet. Norra Clinic',
    );
    expect(alarmNotification(overdue({ dueAt: null }), 'new').body).toBe('Nothing since Wed 18:00. Norra Clinic');
    expect(alarmNotification(offline({ dueAt: berlin(20, '18:00') }), 'new').body).toContain(
      'Backup was due Thu 18:00',
    );
    expect(alarmNotification(added({ addedAt: berlin(21, '01:00') }), 'new').body).toContain(
      'Added today, no backup yet',
    );
  });

  test('only an empty backup shrank 100%', () => {
    expect(alarmNotification(sized({ sizeBytes: 1 }), 'new').title).toBe('files-main shrank 99%');
    expect(alarmNotification(sized({ sizeBytes: 0 }), 'new').title).toBe('files-main shrank 100%');
    expect(alarmNotification(sized({ sizeBytes: 0 }), 'new').body).toContain('0 B, usually 10.6 GB');
    expect(alarmNotification(sized({ usualBytes: 0 }), 'new').title).toBe('files-main has an unusual size');
  });
});

describe('moments', () => {
  const last = (lastBackup: string, more: Partial<AlarmFacts> = {}): string =>
    /Last good backup ([^.]*)\./.exec(alarmNotification(facts({ lastBackup, ...more }), 'new').body)?.[1] ?? '';

  test('are in the zone of the facts, which is that of the reader, with as much date as is needed', () => {
    expect(last(berlin(21, '00:05'))).toBe('00:05');
    expect(last(berlin(20, '23:59'))).toBe('Thu 23:59');
    expect(last(berlin(15, '18:00'))).toBe('Sat 18:00');
    expect(last(berlin(14, '18:00'))).toBe('14 Nov');
    expect(last('2025-09-01T10:00:00.000Z')).toBe('1 Sept');
    expect(last('2024-11-12T10:00:00.000Z')).toBe('12 Nov 2024');
    expect(last('2025-11-21T01:30:00.000Z', { timeZone: 'Pacific/Auckland' })).toBe('14:30');
    expect(last('2025-11-20T09:00:00.000Z', { timeZone: 'America/New_York' })).toBe('04:00');
  });

  test('are written as readers of the United States write them where nobody chose a language', () => {
    const options = { locale: 'en-US' };
    const { body } = rendered.alarmNotification(facts({ lastBackup: berlin(20, '14:30') }), 'new', options);
    expect(body.replaceAll('\u202f', ' ')).toBe('Disk full. Last good backup Thu 2:30 PM. Ahlers Marine');
    const older = rendered.alarmNotification(facts({ lastBackup: berlin(12, '14:30') }), 'new', options);
    expect(older.body).toBe('Disk full. Last good backup Nov 12. Ahlers Marine');
  });

  test('of an unknown zone are shown in UTC, and the alarm still rings', () => {
    expect(last('2025-11-21T01:30:00.000Z', { timeZone: 'Moon/Tranquility' })).toBe('01:30');
  });

  test('a reminder keeps the reason and drops the wait, where both do not fit', () => {
    const reason = 'The share //nas/backup refused the password of the backup user';
    for (const stage of ['reminder', 'repeat', 'escalated', 'released', 'held'] as const) {
      const { body } = alarmNotification(facts({ reason, waitedMinutes: 75, askedName: 'Mia' }), stage);
      expect(body).toMatch(/^The share \/\/nas\/backup refused the password of the backup user\. Ahlers Marine$/);
    }
  });

  test('long waits are shown in hours', () => {
    const wait = (waitedMinutes?: number): string => alarmNotification(facts({ waitedMinutes }), 'reminder').body;
    expect(wait(60)).toContain('for 1 h.');
    expect(wait(75)).toContain('for 1 h 15 min.');
    expect(wait()).toContain('Nobody has acknowledged yet.');
    expect(alarmNotification(facts({ waitedMinutes: 30 }), 'escalated').body).toContain('Nobody answered for 30 min.');
  });
});

describe('any name', () => {
  const points = (text: string): number => Array.from(text).length;
  const verb: Record<AlarmKind, RegExp> = {
    failed: /failed$/,
    notBackedup: /not backed up$/,
    overdue: /overdue$/,
    clientOffline: /offline$/,
    sizeAnomaly: /(shrank \d+%|grew .* times|unusual size)$/,
    wrongContent: /wrong content$/,
    storageTrouble: /storage trouble$/,
  };

  test('is cut in the middle, with head and tail left to tell it from its neighbours', () => {
    const systemName = 'accounting-database-server-frankfurt-07';
    expect(alarmNotification(facts({ systemName }), 'new').title).toBe('accounting-d…frankfurt-07 failed');
  });

  test('prefixes are shortened before the name is unreadable', () => {
    expect(alarmNotification(added(), 'reminder').title).toBe('Still: front…esk-2 not backed up');
    expect(alarmNotification(overdue(), 'reminder').title).toBe('Still: harbor-nas is overdue');
    expect(alarmNotification(overdue(), 'escalated').title).toBe('Escalated: harbor-nas is overdue');
  });

  test('an escalation drops its prefix before the name is cut', () => {
    expect(alarmNotification(added(), 'escalated').title).toBe('front-desk-2 is not backed up');
    const systemName = 'accounting-database-server-frankfurt-07';
    expect(alarmNotification(facts({ systemName }), 'escalated').title).toBe('Escalated: account…urt-07 failed');
  });

  test('of who took it is cut, and gives way in the title to that of the system', () => {
    const taken = (more: Partial<AlarmFacts>) => {
      const { title, body } = alarmNotification(facts({ acknowledgedAt: berlin(21, '03:11'), ...more }), 'taken');
      return [title, body];
    };
    const long = 'Maximiliana Oberhuber-Vandenberghe';
    expect(taken({ acknowledgedBy: long })).toEqual([
      'ledger-01 acknowledged',
      'Acknowledged by Maximiliana Oberhuber-Vandenb… at 03:11. Disk full. Ahlers Marine',
    ]);
    expect(taken({ acknowledgedBy: 'Mia', systemName: 'accounting-db-07' })).toEqual([
      'accounting-db-07 acknowledged',
      'Acknowledged by Mia at 03:11. Disk full. Ahlers Marine',
    ]);
    const arabic = 'عبد الرحمن بن محمد الهاشمي الطويل جدا';
    expect(taken({ acknowledgedBy: arabic })).toEqual([
      'ledger-01 acknowledged',
      'Acknowledged by عبد الرحمن بن محمد الهاشمي ال… at 03:11. Disk full. Ahlers Marine',
    ]);
    expect(taken({ acknowledgedBy: '\u202e', acknowledgedAt: null })).toEqual([
      'ledger-01 acknowledged',
      'Acknowledged by a colleague. Disk full. Ahlers Marine',
    ]);
    const many = ['a', 'b', 'c'].map((systemId) => facts({ systemId, acknowledgedBy: arabic }));
    expect(points(burstNotification(many, {}, 'taken').title)).toBe(32);
  });

  test('whatever the names, reason, kind and stage: 32 and 90 characters, the verb whole, the customer there', () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 200, unit: 'binary' }),
      fc.constantFrom('خادم النسخ الاحتياطي '.repeat(10), '👩‍🚒'.repeat(60), 'x', 'ж'.repeat(200), '\u202egnp.exe'),
    );
    const optional = fc.option(text);
    const instant = fc.constantFrom(berlin(21, '03:00'), berlin(2, '03:00'), '2019-02-28T23:00:00.000Z');
    const any = fc.record({
      kind: fc.constantFrom(...kinds),
      systemName: text,
      organizationName: text,
      reason: optional,
      askedName: optional,
      acknowledgedBy: optional,
      acknowledgedAt: fc.option(instant),
      lastBackup: fc.option(instant),
      dueAt: fc.option(instant),
      addedAt: instant,
      sizeBytes: fc.oneof(fc.constant(undefined), fc.nat(), fc.double({ min: 0, max: 1e18, noNaN: true })),
      usualBytes: fc.oneof(fc.constant(undefined), fc.nat(), fc.constant(1)),
      waitedMinutes: fc.oneof(fc.constant(undefined), fc.nat(100_000)),
    });
    fc.assert(
      fc.property(any, fc.constantFrom(...stages), (more, stage) => {
        const { title, body } = alarmNotification(facts(more), stage);
        expect(points(title)).toBeLessThanOrEqual(32);
        expect(points(body)).toBeLessThanOrEqual(90);
        expect(title + body).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        if (stage === 'taken') expect(title).toMatch(/ acknowledged by \S.*$| acknowledged$/);
        else if (stage !== 'resolved') expect(title).toMatch(verb[more.kind]);
        expect(title.trim()).toBe(title);
      }),
      { numRuns: 200 },
    );
  });

  test('a long reason leaves room for the customer', () => {
    const { body } = alarmNotification(facts({ reason: 'No space left on device. '.repeat(20) }), 'new');
    expect(body).toMatch(/^No space left on device\. .*… Ahlers Marine$/);
    expect(points(body)).toBeLessThanOrEqual(90);
  });

  test('bursts of long names keep verbs and count', () => {
    const long = 'ش'.repeat(200);
    const list = ['a', 'b', 'c', 'd', 'e'].map((systemId, index) =>
      added({ systemId, systemName: long, organizationName: long, kind: index ? 'notBackedup' : 'overdue' }),
    );
    const mixed = burstNotification(list);
    expect(mixed.body).toMatch(/ not backed up, .* not backed up and 3 more$/);
    expect(points(mixed.body)).toBeLessThanOrEqual(90);
    const alike = burstNotification(list.map((one) => ({ ...one, kind: 'failed' as const })));
    expect(alike.title).toMatch(/^5 failed at ش+…ش+$/);
    expect(points(alike.title)).toBe(32);
    expect(points(alike.body)).toBeLessThanOrEqual(90);
  });
});
