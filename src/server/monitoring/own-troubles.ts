// The problems of this server, as it sees them, and how administrators are notified of them from memory alone.
import { makeEnvelope, fitEnvelope } from '#contract/push.ts';
import type { OwnTrouble } from '#contract/notifications/own-trouble.ts';
import type { RenderedNotification } from '#contract/notifications/notification.ts';
import * as m from '#text/messages.js';
import { languageOf, localeFor } from '#text/language.ts';
import { administratorsOf, type Administrator } from '#server/entities/user/administrators.ts';
import type { DatabaseCopies } from '#server/jobs/database-copies.ts';
import type { JobContext } from '#server/jobs/context.ts';
import { ownTroubleNotification } from '#server/jobs/notifications/notification.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { StoreCheck } from '#server/jobs/store-check.ts';
import type { Log } from '#server/pipeline/logger.ts';
import { notingLog, Outages, type Outage } from '#server/pipeline/outage.ts';
import { unseal } from '#server/auth/crypto.ts';
import { within } from '#server/pipeline/timeout.ts';
import { inLanguage, write } from '#server/mails/frame.ts';
import { sendHeartbeat } from '#server/ports/heartbeat.ts';
import type { MailPort } from '#server/ports/mail.ts';
import type { PushPort } from '#server/ports/push.ts';
import { SelfMonitor } from './self-monitor.ts';
import { errorMessage } from '#server/unknown.ts';
import { SenderHealth } from './sender-health.ts';

/** The database answers, or refuses, sooner than this. */
const READ_MS = 10_000;

interface Watched {
  log: Log;
  push: PushPort;
  mail: MailPort;
}

interface Parts {
  jobContext: JobContext;
  scheduler: Scheduler;
  copies: DatabaseCopies | null;
  storeCheck: StoreCheck;
  heartbeatUrl: string | null;
}

/** Watches the log and the senders of one server. */
export class OwnTroubles {
  /** The same log and ports; the whole server uses these. */
  readonly watched: Watched;
  readonly #given: Watched;
  readonly #outages: Outages;
  readonly #senders: SenderHealth;
  readonly #clock: () => number;
  #administrators: Administrator[] = [];

  constructor(given: Watched, now: () => string) {
    this.#clock = () => Date.parse(now());
    this.#given = given;
    this.#outages = new Outages(this.#clock);
    this.#senders = new SenderHealth(this.#clock);
    this.watched = {
      log: notingLog(given.log, this.#outages),
      push: this.#senders.watchPush(given.push),
      mail: this.#senders.watchMail(given.mail),
    };
  }

  monitor(parts: Parts): SelfMonitor {
    const { jobContext, heartbeatUrl } = parts;
    const { log } = this.#given;
    return new SelfMonitor({
      log,
      clock: this.#clock,
      troubles: () => {
        const jobs = parts.scheduler.failingJobs();
        if (jobs.length > 0) log.warn('jobs of this server fail or hang', { jobs });
        return this.current(parts);
      },
      remember: async () => void (this.#administrators = await jobContext.read(administratorsOf)),
      notifyAdministrators: (troubles) => this.#notifyAdministrators(jobContext, troubles),
      beat: heartbeatUrl === null ? null : () => sendHeartbeat(heartbeatUrl).catch((error) => notTaken(log, error)),
    });
  }

  /** The outages that requests and jobs met within the last minute and a half. */
  outages(): Outage[] {
    return this.#outages.current();
  }

  /** The current problems, in any order. */
  async current({ jobContext, scheduler, copies, storeCheck }: Omit<Parts, 'heartbeatUrl'>): Promise<OwnTrouble[]> {
    const outages = new Set<OwnTrouble>(this.outages());
    if (!(await isReadable(jobContext))) outages.add('database');
    // Deadlines that cannot be read are the trouble of the database.
    if (outages.size === 0 && !scheduler.runs()) outages.add('deadlines');
    if (copies && copies.lastCheck.faults.length > 0) outages.add('damaged');
    if (storeCheck.trouble !== null) outages.add('store');
    return [...outages, ...this.#senders.failing()];
  }

  /** By push; by mail as well where no push leaves, or there is no device. */
  async #notifyAdministrators({ services }: JobContext, troubles: readonly OwnTrouble[]): Promise<void> {
    const [worst] = troubles;
    if (!worst) return;
    const { push, mail } = this.#given;
    const sent = this.#administrators.flatMap(({ language, email, devices }) => {
      const notification = ownTroubleNotification(worst, localeFor(language, [language ?? 'en-US']));
      const envelope = makeEnvelope(notification, {
        origin: services.origin(),
        // Nothing is noted of its delivery: there may be no database to do so.
        pushId: '',
        actionToken: null,
        sentAt: services.now(),
        lang: languageOf(language),
        icon: '/icons/icon-192.png',
      });
      const { ttlSeconds, urgency, topicSource } = notification;
      const message = { payload: fitEnvelope(envelope), ttlSeconds, urgency, topicSource };
      const pushes = devices.map(({ endpoint, p256dh, auth }) =>
        push.send({ endpoint, keys: { p256dh, auth: unseal(services.secrets.seal, auth) } }, message),
      );
      const isMailed = email !== null && (devices.length === 0 || troubles.includes('pushes'));
      return isMailed ? [...pushes, mail.send(mailOf(notification, email, language, services.origin()))] : pushes;
    });
    await Promise.all(sent);
  }
}

function mailOf({ title, body }: RenderedNotification, to: string, language: string | null, origin: string) {
  const button = { label: m.notifications_open({}, inLanguage(language)), url: origin };
  return { to, ...write({ language, subject: title, title, lines: [body], button }) };
}

const notTaken = (log: Log, error: unknown): void =>
  log.warn('the heartbeat was not taken', { reason: errorMessage(error) });

async function isReadable({ read }: JobContext): Promise<boolean> {
  const answer = read((unit) => unit.select('organization').select('id').limit(1).execute());
  const isAnswered = answer.then(
    () => true,
    () => false,
  );
  return within(READ_MS, isAnswered, false);
}
