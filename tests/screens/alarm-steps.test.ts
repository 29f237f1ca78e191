// The onboarding of alarms: which steps for which device, what is asked next, and how a test alarm is told.
import { describe, expect, test } from 'vitest';
import { type AlarmStatus, askOf, headOf, shareAt, stepsOf } from '#app/features/push/alarm-steps.ts';
import { wayOf } from '#app/device/install.ts';
import { type Trial, type TrialStatus, askAgainIn, roundTripSeconds, stageOf } from '#app/push/test-alarm-state.ts';
import { deviceName, platformOf } from '#app/device/device.ts';

process.env['TZ'] = 'UTC';
const begun = Date.parse('2026-11-21T03:12:40.000Z');
const after = (seconds: number) => begun + seconds * 1000;
const status = (more: Partial<TrialStatus> = {}): TrialStatus => ({
  status: 'pending',
  sentAt: null,
  shownAt: null,
  rangAt: null,
  detail: null,
  ...more,
});
const trial = (more: Partial<Trial> = {}): Trial => ({
  pushId: 'p1',
  askedAt: '2026-11-21T03:12:40.000Z',
  begunAt: begun,
  status: null,
  heard: null,
  unheard: false,
  ...more,
});
const taken = status({ status: 'sent', sentAt: '2026-11-21T03:12:41.000Z' });
const shown = { ...taken, shownAt: '2026-11-21T03:12:42.000Z' };

const iphoneTab: AlarmStatus = {
  platform: 'iphone',
  state: 'needsInstall',
  way: 'byHand',
  declined: false,
  stage: null,
};
const android: AlarmStatus = { platform: 'android', state: 'off', way: 'none', declined: false, stage: null };
const desk: AlarmStatus = { ...android, platform: 'desktop' };
const brief = (standing: AlarmStatus) => stepsOf(standing).map(({ key, state }) => `${key} ${state}`);

describe('the steps', () => {
  test('of an iPhone begin on the Home Screen', () => {
    expect(brief(iphoneTab)).toEqual(['install now', 'allow later', 'test later']);
    expect(askOf(iphoneTab)).toBe('byHand');
    const installed: AlarmStatus = { ...iphoneTab, way: 'installed', state: 'off' };
    expect(brief(installed)).toEqual(['install done', 'allow now', 'test later']);
    expect(askOf(installed)).toBe('allow');
  });

  test('of Android offer the Home Screen, and go on without it', () => {
    const offered: AlarmStatus = { ...android, way: 'offered' };
    expect(brief(offered)).toEqual(['install now', 'allow later', 'test later']);
    expect(askOf(offered)).toBe('install');
    expect(brief({ ...offered, declined: true })).toEqual(['allow now', 'test later']);
    expect(brief(android)).toEqual(['allow now', 'test later']);
  });

  test('of a desk need no installing, even where it is offered', () => {
    expect(brief({ ...desk, way: 'offered' })).toEqual(['allow now', 'test later']);
    expect(askOf({ ...desk, way: 'offered' })).toBe('allow');
  });

  test('end with a test that somebody heard', () => {
    const on: AlarmStatus = { ...desk, state: 'on' };
    expect(brief(on)).toEqual(['allow done', 'test now']);
    expect(brief({ ...on, stage: 'shown' })).toEqual(['allow done', 'test now']);
    expect(brief({ ...on, stage: 'rang' })).toEqual(['allow done', 'test done']);
  });

  test('one is now, until all are done', () => {
    for (const standing of [iphoneTab, android, desk, { ...android, way: 'offered' as const }])
      expect(stepsOf(standing).filter(({ state }) => state === 'now')).toHaveLength(1);
  });
});

describe('what is asked', () => {
  test('nothing, before the browser has said how it stands', () => {
    expect(askOf({ ...desk, state: 'unknown' })).toBe('wait');
  });

  test('never permission where it was denied or cannot be given', () => {
    expect(askOf({ ...desk, state: 'blocked' })).toBe('blocked');
    expect(askOf({ ...desk, state: 'impossible', stage: 'shown' })).toBe('impossible');
  });

  test('to turn it on again where it was lost', () => {
    expect(askOf({ ...android, state: 'lost' })).toBe('allow');
    expect(askOf({ ...android, state: 'lost', stage: 'gone' })).toBe('renew');
    expect(headOf({ ...android, state: 'lost' }, null, begun).title).toBe('Turn on alarms again');
  });

  test('the person, once the device has shown the test', () => {
    const on: AlarmStatus = { ...android, state: 'on', stage: 'shown' };
    expect(askOf(on)).toBe('answer');
    expect(headOf(on, trial({ status: shown }), after(3))).toEqual({
      title: 'Did it ring?',
      line: 'A test alarm left our server at 03:12:40 and this phone showed it 2 s later.',
    });
  });
});

describe('a test alarm', () => {
  test('goes from our server to the push service to the device to the person', () => {
    expect(stageOf(trial(), after(1))).toBe('leaving');
    expect(stageOf(trial({ status: status() }), after(1))).toBe('leaving');
    expect(stageOf(trial({ status: taken }), after(2))).toBe('taken');
    expect(stageOf(trial({ status: shown }), after(3))).toBe('shown');
    expect(stageOf(trial({ status: { ...shown, rangAt: '2026-11-21T03:12:50.000Z' } }), after(11))).toBe('rang');
    expect(stageOf(trial({ status: shown, heard: true }), after(11))).toBe('rang');
    expect(stageOf(trial({ status: shown, heard: false }), after(11))).toBe('silent');
  });

  test('accepted is not shown: after 20 s it is late, and says where it hangs', () => {
    const late: AlarmStatus = { ...android, state: 'on', stage: 'late' };
    expect(stageOf(trial({ status: taken }), after(21))).toBe('late');
    expect(stageOf(trial(), after(21))).toBe('late');
    expect(headOf(late, trial({ status: taken }), after(41)).line).toContain('this phone has not shown it');
    expect(headOf(late, trial({ status: status() }), after(41)).line).toContain('The push service has not taken it');
    expect(headOf(late, trial({ unheard: true }), after(41)).line).toContain('no connection');
  });

  test('a refusal and a dead subscription are told as such, and asked about no more', () => {
    expect(stageOf(trial({ status: status({ status: 'gone' }) }), after(1))).toBe('gone');
    expect(stageOf(trial({ status: status({ status: 'refused' }) }), after(1))).toBe('failed');
    expect(stageOf(trial({ status: status({ status: 'failed' }) }), after(1))).toBe('failed');
    expect(askAgainIn(trial({ status: status({ status: 'gone' }) }), after(1))).toBeNull();
  });

  test('is followed often at first, seldom later, and not for ever', () => {
    expect(askAgainIn(trial(), after(1))).toBeLessThan(1000);
    expect(askAgainIn(trial({ status: taken }), after(60))).toBe(3000);
    expect(askAgainIn(trial({ status: taken }), after(601))).toBeNull();
    expect(askAgainIn(trial({ heard: false }), after(5))).toBeNull();
  });

  test('takes at least a second, by the server’s clock alone', () => {
    expect(roundTripSeconds(trial({ status: shown }))).toBe(2);
    expect(roundTripSeconds(trial({ status: { ...taken, shownAt: '2026-11-21T03:12:40.200Z' } }))).toBe(1);
    expect(roundTripSeconds(trial({ status: taken }))).toBeNull();
  });
});

describe('this device', () => {
  const agent = (userAgent: string, platform = '', maxTouchPoints = 0) => ({ userAgent, platform, maxTouchPoints });
  const iphone = agent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile Safari/604.1');
  const ipad = agent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15', 'MacIntel', 5);
  const mac = agent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15', 'MacIntel', 0);
  const pixel = agent('Mozilla/5.0 (Linux; Android 15; K) Chrome/141.0.0.0 Mobile Safari/537.36', 'Linux armv81', 5);
  const edge = agent('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0');

  test('an iPad is told from a Mac by its touch', () => {
    expect([iphone, ipad, mac, pixel, edge].map(platformOf)).toEqual([
      'iphone',
      'iphone',
      'desktop',
      'android',
      'desktop',
    ]);
  });

  test('has a name that a person knows again', () => {
    expect([iphone, ipad, mac, pixel, edge].map((one) => deviceName(one))).toEqual([
      'Safari on iPhone',
      'Safari on iPad',
      'Safari on Mac',
      'Chrome on Android',
      'Edge on Windows',
    ]);
    expect(deviceName(pixel, 'Pixel 8')).toBe('Pixel 8, Chrome');
  });

  test('is installed by hand on an iPhone, by the browser’s offer elsewhere', () => {
    expect(wayOf({ standalone: false, offered: false, platform: 'iphone' })).toBe('byHand');
    expect(wayOf({ standalone: true, offered: false, platform: 'iphone' })).toBe('installed');
    expect(wayOf({ standalone: false, offered: true, platform: 'android' })).toBe('offered');
    expect(wayOf({ standalone: false, offered: false, platform: 'desktop' })).toBe('none');
  });

  test('is told where its browser keeps Share', () => {
    expect(shareAt(iphone.userAgent)).toBe('bottom');
    expect(shareAt('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile Safari/604.1')).toBe(
      'dots',
    );
    expect(shareAt(ipad.userAgent)).toBe('top');
    expect(shareAt('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Mobile/15E148 Instagram 400.0')).toBe(
      'nowhere',
    );
    expect(shareAt('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) CriOS/141.0 Mobile Safari/604.1')).toBe(
      'address',
    );
  });
});
