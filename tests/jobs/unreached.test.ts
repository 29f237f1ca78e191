// An alarm that reached nobody: it says so, it is tried again and again, and it ends where somebody is reached.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MailOutcome } from '#server/ports/mail.ts';
import type { PushOutcome } from '#server/ports/push.ts';
import { subscription } from '#tests/samples.ts';
import { DAY, HOUR, MINUTE, RecordingMail, RecordingPush, databases, makeWorld, type World } from '#tests/world.ts';
import { failedAlarm } from './watched.ts';
import { allTables } from '#tests/all-tables.ts';

class Pushes extends RecordingPush {
  answer: PushOutcome | null = null;
  override async send(...given: Parameters<RecordingPush['send']>) {
    const taken = await super.send(...given);
    return (this.answer as typeof taken | null) ?? taken;
  }
}
class Mails extends RecordingMail {
  answer: MailOutcome = { result: 'accepted', detail: 'accepted' };
  override async send(...given: Parameters<RecordingMail['send']>) {
    await super.send(...given);
    return this.answer as Awaited<ReturnType<RecordingMail['send']>>;
  }
}

describe.each(databases)('an alarm on %s', (engine) => {
  let world: World;
  let push: Pushes;
  let mail: Mails;
  beforeEach(async () => {
    [push, mail] = [new Pushes(), new Mails()];
    world = await makeWorld(engine, { push, mail });
    for (const person of [world.alice, world.bob]) await wants(person.id, false);
  });
  afterEach(() => world.close());

  const wants = (user: string, alarmEmails: boolean) =>
    world.server.jobContext.write((unit) => unit.update('user', user, { alarmEmails, emailConfirmedAt: unit.now }));
  const phone = async (name = 'phone') =>
    String((await world.bob.ask('PUT', '/push/subscription', subscription(name))).body.id);
  async function passes(ms: number): Promise<void> {
    world.clock.advance(ms);
    await world.settle();
  }
  const fails = () => failedAlarm(world);
  /** Leaves no other alarm that a notification could be about. */
  const resolveOthers = async () => {
    for (const { alarm } of [world.acme, world.birch]) await world.alice.ask('POST', `/alarm/${alarm}/resolve`, {});
  };
  const rings = (alarm: string) =>
    push.sent.filter(({ envelope }) => envelope.notification.data.alarmId === alarm).length;
  const delivery = async (alarm: string) => (await world.alice.ask('GET', `/alarm/${alarm}`)).body.delivery;
  const unreached = async (alarm: string) => (await delivery(alarm)).unreached;

  test('without recipients is unreached at once, and a person who turns a phone on hours later is notified', async () => {
    await resolveOthers();
    const alarm = await fails();
    expect(await delivery(alarm)).toEqual({ sent: 0, shown: 0, failed: 0, unreached: true });
    await passes(15 * MINUTE);
    for (let quarter = 0; quarter < 12; quarter += 1) await passes(15 * MINUTE);
    await phone();
    expect(push.sent).toHaveLength(0);
    // The escalation that is due again, or the repeat of the person that names it: one of the two.
    await passes(15 * MINUTE);
    expect(push.sent).toHaveLength(1);
    expect(await unreached(alarm)).toBe(false);
    for (const rung of [1, 2, 2, 3, 3]) {
      await passes(15 * MINUTE);
      expect(push.sent).toHaveLength(rung);
    }
  });

  test.each([2, 12])('due with a repeat of the person after %d quarters rings that person once', async (quarters) => {
    await resolveOthers();
    await fails();
    for (let quarter = 0; quarter < quarters; quarter += 1) await passes(15 * MINUTE);
    await world.server.jobContext.write((unit) =>
      allTables(unit)
        .updateTable('repeat')
        .set({ nextAt: world.clock.in(15 * MINUTE) })
        .execute(),
    );
    await phone();
    for (const rung of [1, 1, 2, 2]) {
      await passes(15 * MINUTE);
      expect(push.sent).toHaveLength(rung);
    }
  });

  test('that somebody acknowledged is not sent on, though nobody could be reached', async () => {
    const alarm = await fails();
    await world.bob.ask('POST', `/alarm/${alarm}/acknowledge`, {});
    await phone();
    await passes(HOUR);
    expect(rings(alarm)).toBe(0);
  });

  test('whose every device is gone, refused it or cannot be reached for a while says so', async () => {
    await phone();
    push.answer = { result: 'refused', detail: 'HTTP 400' };
    expect(await delivery(await fails())).toEqual({ sent: 0, shown: 0, failed: 1, unreached: true });
    push.answer = { result: 'retry', detail: 'HTTP 503', retryAfterSeconds: 30 };
    const patient = await fails();
    expect(await unreached(patient)).toBe(false);
    push.answer = { result: 'retry', detail: 'HTTP 503', retryAfterSeconds: 300 };
    await passes(31_000);
    expect(await unreached(patient)).toBe(true);
    push.answer = null;
    await passes(5 * MINUTE);
    expect(await unreached(patient)).toBe(false);
    push.answer = { result: 'gone', detail: 'HTTP 410' };
    expect(await unreached(await fails())).toBe(true);
  });

  test('whose only device left after its notification is unreached at the next one', async () => {
    const id = await phone();
    const alarm = await fails();
    expect(await unreached(alarm)).toBe(false);
    await world.bob.ask('DELETE', `/device/${id}`);
    await passes(15 * MINUTE);
    expect(await unreached(alarm)).toBe(true);
  });

  test('whose only device left after its escalation says so, and the next device is notified', async () => {
    await resolveOthers();
    const id = await phone();
    const alarm = await fails();
    for (const wait of [15, 15, 10]) await passes(wait * MINUTE);
    await world.bob.ask('DELETE', `/device/${id}`);
    await passes(20 * MINUTE);
    expect(await unreached(alarm)).toBe(true);
    await phone('next');
    push.sent.length = 0;
    await passes(15 * MINUTE);
    expect(push.sent).toHaveLength(1);
    expect(await unreached(alarm)).toBe(false);
  });

  test('whose device that repeats reached left says so', async () => {
    await phone();
    const alarm = await fails();
    for (const wait of [15, 15, 30, 30]) await passes(wait * MINUTE);
    await world.server.jobContext.write((unit) => allTables(unit).deleteFrom('device').execute());
    await passes(30 * MINUTE);
    expect(await unreached(alarm)).toBe(true);
  });

  test('whose device left before the push did says so, and counts it', async () => {
    await phone();
    push.answer = { result: 'retry', detail: 'HTTP 503', retryAfterSeconds: 30 };
    const alarm = await fails();
    await world.server.jobContext.write((unit) => allTables(unit).deleteFrom('device').execute());
    await passes(31_000);
    expect(await delivery(alarm)).toMatchObject({ failed: 1, unreached: true });
  });

  test('that is mailed reached somebody when the mail server has taken the mail, and not sooner', async () => {
    await wants(world.bob.id, true);
    mail.answer = { result: 'retry', detail: 'ECONNREFUSED' };
    const alarm = await fails();
    await passes(31_000);
    expect(await unreached(alarm)).toBe(false);
    for (const wait of [10_000, MINUTE]) await passes(wait);
    expect(await unreached(alarm)).toBe(true);
    mail.answer = { result: 'accepted', detail: 'taken' };
    await passes(5 * MINUTE);
    expect(await delivery(alarm)).toEqual({ sent: 0, shown: 0, failed: 0, unreached: false });
  });

  test('whose mails are given up or only stored in a folder is unreached, and is mailed once a day at most', async () => {
    await wants(world.bob.id, true);
    mail.answer = { result: 'kept', detail: 'no mail server' };
    const alarm = await fails();
    for (const wait of [31_000, 15 * MINUTE, 31_000, 15 * MINUTE, 31_000]) await passes(wait);
    expect(await delivery(alarm)).toMatchObject({ sent: 0, failed: 3, unreached: true });
    const about = () => mail.sent.filter(({ text }) => text.includes('Watched')).length;
    expect(about()).toBe(3);
    for (let hour = 0; hour < 4; hour += 1) await passes(HOUR);
    expect(about()).toBe(3);
    await passes(DAY - 4 * HOUR);
    await passes(31_000);
    expect(about()).toBe(4);
  });

  test.each([
    [false, [15, 15, 15, 15]],
    [true, [15, 15, 30, 30]],
  ])('is looked at after each of its stages (it reached somebody: %s): %j minutes', async (reached, minutes) => {
    if (reached) await phone();
    const alarm = await fails();
    for (const wait of minutes) {
      const row = await world.server.jobContext.read((unit) => unit.find('alarm', alarm));
      expect(row?.nextAt).toBe(world.clock.in(wait * MINUTE));
      await passes(wait * MINUTE);
    }
  });

  test('that reached somebody rests after the escalation', async () => {
    await phone();
    const alarm = await fails();
    for (let quarter = 0; quarter < 8; quarter += 1) await passes(15 * MINUTE);
    expect(rings(alarm)).toBe(3);
  });
});
