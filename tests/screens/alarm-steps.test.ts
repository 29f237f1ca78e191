// The alarm setup: steps and next action for each device, headings and notes, and the stages of a test alarm.
import { describe, expect, test } from 'vitest';
import { headingOf, stepNote } from '#app/features/push/alarm-headings.ts';
import { type AlarmSetup, type StepKey, nextAction, stepsOf } from '#app/features/push/alarm-steps.ts';
import { shareButtonOf } from '#app/features/push/share-button.ts';
import { wayOf } from '#app/device/install.ts';
import {
  type TestAlarm,
  type TestStage,
  type TestStatus,
  askAgainIn,
  roundTripSeconds,
  stageOf,
} from '#app/push/test-alarm-state.ts';
import { deviceName, platformOf } from '#app/device/device.ts';

const reader = { locale: 'en-GB', timeZone: 'UTC' };
const begun = Date.parse('2026-11-21T03:12:40.000Z');
const after = (seconds: number) => begun + seconds * 1000;
const status = (more: Partial<TestStatus> = {}): TestStatus => ({
  status: 'pending',
  sentAt: null,
  shownAt: null,
  rangAt: null,
  detail: null,
  ...more,
});
const testAlarm = (more: Partial<TestAlarm> = {}): TestAlarm => ({
  pushId: 'p1',
  askedAt: '2026-11-21T03:12:40.000Z',
  begunAt: begun,
  status: null,
  rang: null,
  unanswered: false,
  ...more,
});
const taken = status({ status: 'sent', sentAt: '2026-11-21T03:12:41.000Z' });
const shown = { ...taken, shownAt: '2026-11-21T03:12:42.000Z' };

const iphoneTab: AlarmSetup = {
  platform: 'iphone',
  device: 'phone',
  state: 'needsInstall',
  way: 'byHand',
  declined: false,
  stage: null,
};
const android: AlarmSetup = {
  platform: 'android',
  device: 'phone',
  state: 'off',
  way: 'none',
  declined: false,
  stage: null,
};
const desk: AlarmSetup = { ...android, platform: 'desktop', device: 'computer' };
const brief = (setup: AlarmSetup) => stepsOf(setup).map(({ key, state }) => `${key} ${state}`);

describe('the steps', () => {
  test('of an iPhone start with the Home Screen', () => {
    expect(brief(iphoneTab)).toEqual(['install now', 'allow later', 'test later']);
    expect(nextAction(iphoneTab)).toBe('addByHand');
    const installed: AlarmSetup = { ...iphoneTab, way: 'installed', state: 'off' };
    expect(brief(installed)).toEqual(['install done', 'allow now', 'test later']);
    expect(nextAction(installed)).toBe('allow');
  });

  test('of Android offer the Home Screen as an option', () => {
    const offered: AlarmSetup = { ...android, way: 'offered' };
    expect(brief(offered)).toEqual(['install now', 'allow later', 'test later']);
    expect(nextAction(offered)).toBe('install');
    expect(brief({ ...offered, declined: true })).toEqual(['allow now', 'test later']);
    expect(brief(android)).toEqual(['allow now', 'test later']);
  });

  test('of a computer do not include installing, even if it is offered', () => {
    expect(brief({ ...desk, way: 'offered' })).toEqual(['allow now', 'test later']);
    expect(nextAction({ ...desk, way: 'offered' })).toBe('allow');
  });

  test('are complete after a test that rang', () => {
    const on: AlarmSetup = { ...desk, state: 'on' };
    expect(brief(on)).toEqual(['allow done', 'test now']);
    expect(brief({ ...on, stage: 'shown' })).toEqual(['allow done', 'test now']);
    expect(brief({ ...on, stage: 'rang' })).toEqual(['allow done', 'test done']);
  });

  test('exactly one is current until all are done', () => {
    for (const setup of [iphoneTab, android, desk, { ...android, way: 'offered' as const }])
      expect(stepsOf(setup).filter(({ state }) => state === 'now')).toHaveLength(1);
  });
});

describe('the next action', () => {
  test('is to wait until the browser has reported its state', () => {
    expect(nextAction({ ...desk, state: 'unknown' })).toBe('wait');
  });

  test('is never a permission prompt if it was denied or is not possible', () => {
    expect(nextAction({ ...desk, state: 'blocked' })).toBe('unblock');
    expect(nextAction({ ...desk, state: 'impossible', stage: 'shown' })).toBe('unsupported');
  });

  test('is to turn alarms on again after a lost subscription', () => {
    expect(nextAction({ ...android, state: 'lost' })).toBe('allow');
    expect(nextAction({ ...android, state: 'lost', stage: 'gone' })).toBe('resubscribe');
    expect(headingOf({ ...android, state: 'lost' }, null, begun, reader).title).toBe('Turn on alarms again');
  });

  test('is the answer of the user once the device has shown the test', () => {
    const on: AlarmSetup = { ...android, state: 'on', stage: 'shown' };
    expect(nextAction(on)).toBe('confirm');
    expect(headingOf(on, testAlarm({ status: shown }), after(3), reader)).toEqual({
      title: 'Did it ring?',
      line: 'A test alarm left our server at 03:12:40 and this phone showed it 2 s later.',
    });
  });
});

describe('the heading', () => {
  const stages: TestStage[] = ['leaving', 'accepted', 'late', 'shown', 'rang', 'silent', 'gone', 'failed'];

  test('counts the steps and names the device', () => {
    expect(headingOf(iphoneTab, null, begun, reader).line).toMatch(/^3 steps, .* this phone can wake you/);
    expect(headingOf({ ...iphoneTab, device: 'iPad' }, null, begun, reader).line).toContain('this iPad can wake you');
    expect(headingOf(desk, null, begun, reader).line).toMatch(/^2 steps, .* this computer can wake you/);
  });

  test('formats the time for the reader', () => {
    const { line } = headingOf({ ...desk, state: 'on', stage: 'leaving' }, testAlarm(), after(1), {
      ...reader,
      locale: 'en-US',
    });
    expect(line).toMatch(/left our server at 3:12:40\sAM\./);
  });

  test.each(stages)('of a test that is %s is a whole sentence', (stage) => {
    for (const device of ['iPad', 'phone', 'computer'] as const)
      for (const test of [
        testAlarm(),
        testAlarm({ status: shown }),
        testAlarm({ status: status({ detail: { code: 'answered', status: 429, text: 'Too many.' } }) }),
      ]) {
        const { title, line } = headingOf({ ...desk, device, state: 'on', stage }, test, after(41), reader);
        expect(`${title}. ${line}`).not.toMatch(/undefined|null|[{}]|push_/);
        expect(line).toMatch(/^[A-Z].*\.$/);
      }
  });

  test('gives the reason of the push service if there is one', () => {
    const failed: AlarmSetup = { ...desk, state: 'on', stage: 'failed' };
    const detail = { code: 'answered', status: 413, text: null } as const;
    expect(headingOf(failed, testAlarm(), after(1), reader).line).toBe(
      'The push service did not accept the test alarm.',
    );
    expect(headingOf(failed, testAlarm({ status: status({ detail }) }), after(1), reader).line).toBe(
      'The push service did not accept the test alarm: the push service answered 413.',
    );
  });
});

describe('the note of a step', () => {
  const noteOf = (setup: AlarmSetup, key: StepKey) => {
    const step = stepsOf(setup).find((one) => one.key === key);
    return step && stepNote(step, setup);
  };

  test('names the permission prompt and its time', () => {
    expect(noteOf(desk, 'allow')).toBe('Your browser asks once.');
    expect(noteOf(android, 'allow')).toBe('Your phone asks once.');
    expect(noteOf({ ...android, way: 'offered' }, 'allow')).toBe('Your phone asks once, after step 1.');
    expect(noteOf({ ...desk, state: 'blocked' }, 'allow')).toBeUndefined();
  });

  test('names the setting that silences a shown alarm', () => {
    const shownOn = (platform: AlarmSetup['platform']): AlarmSetup => ({
      ...android,
      platform,
      state: 'on',
      stage: 'shown',
    });
    expect(noteOf(shownOn('android'), 'test')).toContain('Do Not Disturb is on');
    expect(noteOf(shownOn('iphone'), 'test')).toContain('a Focus is on');
  });
});

describe('a test alarm', () => {
  test('moves from the server to the push service, the device and the user', () => {
    expect(stageOf(testAlarm(), after(1))).toBe('leaving');
    expect(stageOf(testAlarm({ status: status() }), after(1))).toBe('leaving');
    expect(stageOf(testAlarm({ status: taken }), after(2))).toBe('accepted');
    expect(stageOf(testAlarm({ status: shown }), after(3))).toBe('shown');
    expect(stageOf(testAlarm({ status: { ...shown, rangAt: '2026-11-21T03:12:50.000Z' } }), after(11))).toBe('rang');
    expect(stageOf(testAlarm({ status: shown, rang: true }), after(11))).toBe('rang');
    expect(stageOf(testAlarm({ status: shown, rang: false }), after(11))).toBe('silent');
  });

  test('is late after 20 s without being shown, with the last stage that it reached', () => {
    const late: AlarmSetup = { ...android, state: 'on', stage: 'late' };
    expect(stageOf(testAlarm({ status: taken }), after(21))).toBe('late');
    expect(stageOf(testAlarm(), after(21))).toBe('late');
    expect(headingOf(late, testAlarm({ status: taken }), after(41), reader).line).toContain(
      'this phone has not shown it',
    );
    expect(headingOf(late, testAlarm({ status: status() }), after(41), reader).line).toContain(
      'The push service has not accepted it',
    );
    expect(headingOf(late, testAlarm({ unanswered: true }), after(41), reader).line).toContain('Without a connection');
  });

  test('a rejection and a dead subscription are final and stop the polling', () => {
    expect(stageOf(testAlarm({ status: status({ status: 'gone' }) }), after(1))).toBe('gone');
    expect(stageOf(testAlarm({ status: status({ status: 'refused' }) }), after(1))).toBe('failed');
    expect(stageOf(testAlarm({ status: status({ status: 'failed' }) }), after(1))).toBe('failed');
    expect(askAgainIn(testAlarm({ status: status({ status: 'gone' }) }), after(1))).toBeNull();
  });

  test('is polled less often over time, and not forever', () => {
    expect(askAgainIn(testAlarm(), after(1))).toBeLessThan(1000);
    expect(askAgainIn(testAlarm({ status: taken }), after(60))).toBe(3000);
    expect(askAgainIn(testAlarm({ status: taken }), after(601))).toBeNull();
    expect(askAgainIn(testAlarm({ rang: false }), after(5))).toBeNull();
  });

  test('takes at least a second by the server’s clock', () => {
    expect(roundTripSeconds(testAlarm({ status: shown }))).toBe(2);
    expect(roundTripSeconds(testAlarm({ status: { ...taken, shownAt: '2026-11-21T03:12:40.200Z' } }))).toBe(1);
    expect(roundTripSeconds(testAlarm({ status: taken }))).toBeNull();
  });
});

describe('this device', () => {
  const agent = (userAgent: string, platform = '', maxTouchPoints = 0) => ({ userAgent, platform, maxTouchPoints });
  const iphone = agent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile Safari/604.1');
  const ipad = agent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15', 'MacIntel', 5);
  const mac = agent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15', 'MacIntel', 0);
  const pixel = agent('Mozilla/5.0 (Linux; Android 15; K) Chrome/141.0.0.0 Mobile Safari/537.36', 'Linux armv81', 5);
  const edge = agent('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0');

  test('is an iPad and not a Mac if it has touch', () => {
    expect([iphone, ipad, mac, pixel, edge].map(platformOf)).toEqual([
      'iphone',
      'iphone',
      'desktop',
      'android',
      'desktop',
    ]);
  });

  test('has a name that its user recognizes', () => {
    expect([iphone, ipad, mac, pixel, edge].map((one) => deviceName(one))).toEqual([
      'Safari, iPhone',
      'Safari, iPad',
      'Safari, Mac',
      'Chrome, Android',
      'Edge, Windows',
    ]);
    expect(deviceName(pixel, 'Pixel 8')).toBe('Pixel 8, Chrome');
  });

  test('is installed by hand on an iPhone, by the browser’s offer elsewhere', () => {
    expect(wayOf({ standalone: false, offered: false, platform: 'iphone' })).toBe('byHand');
    expect(wayOf({ standalone: true, offered: false, platform: 'iphone' })).toBe('installed');
    expect(wayOf({ standalone: false, offered: true, platform: 'android' })).toBe('offered');
    expect(wayOf({ standalone: false, offered: false, platform: 'desktop' })).toBe('none');
  });

  test('finds the Share button of each browser', () => {
    expect(shareButtonOf(iphone.userAgent)).toBe('bottom');
    expect(
      shareButtonOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile Safari/604.1'),
    ).toBe('dots');
    expect(shareButtonOf(ipad.userAgent)).toBe('top');
    expect(shareButtonOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Mobile/15E148 Instagram 400.0')).toBe(
      'nowhere',
    );
    expect(
      shareButtonOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) CriOS/141.0 Mobile Safari/604.1'),
    ).toBe('address');
  });
});
