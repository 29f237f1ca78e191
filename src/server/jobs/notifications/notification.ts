// Renders a planned notification into words: of one alarm, of several at once, and the test.
import {
  planAlarm,
  planAway,
  planBurst,
  planEnded,
  planTest,
  type AlarmFacts,
  type AlarmStage,
  type BurstOptions,
  type NotificationButton,
  type NotificationOptions,
  type NotificationPlan,
  type RenderedNotification,
} from '#contract/notifications/notification.ts';
import { planOwnTrouble, type OwnTrouble } from '#contract/notifications/own-trouble.ts';
import { formatAge, formatMoment, type Reader } from '#text/format.ts';
import * as m from '#text/messages.js';
import { alarmText, inLanguage, type NotificationText } from './alarm-text.ts';
import { burstText, countTitle, type TextReader } from './burst-text.ts';

const SNOOZE_MS = 3_600_000;

function actionOf(button: NotificationButton, locale: string): RenderedNotification['actions'][number] {
  const language = inLanguage(locale);
  switch (button) {
    case 'acknowledge':
      return { action: 'acknowledge', title: m.notifications_acknowledge({}, language) };
    case 'keep':
      // Acknowledging an own alarm again extends it.
      return { action: 'acknowledge', title: m.notifications_keep({}, language) };
    case 'giveBack':
      return { action: 'release', title: m.notifications_give_back({}, language) };
    case 'snooze':
      return { action: 'snooze', title: m.notifications_snooze({ span: formatAge(SNOOZE_MS, { locale }) }, language) };
    case 'open':
      return { action: 'open', title: m.notifications_open({}, language) };
    case 'rang':
      return { action: 'rang', title: m.notifications_rang({}, language) };
  }
}

const hiddenText = (count: number, stage: AlarmStage, reader: TextReader): NotificationText => ({
  title: countTitle(count, stage, reader),
  body: m.notifications_hidden({}, inLanguage(reader.locale)),
});

function rendered(
  { buttons, ...plan }: NotificationPlan,
  { title, body }: NotificationText,
  locale: string,
): RenderedNotification {
  return { ...plan, title, body, actions: buttons.map((button) => actionOf(button, locale)) };
}

/** Options of a recipient; `locale` is a BCP 47 locale such as `en-US`. */
export type RenderOptions<Options> = Options & { locale: string };

/** Renders one alarm at one stage. */
export function alarmNotification(
  facts: AlarmFacts,
  stage: AlarmStage,
  options: RenderOptions<NotificationOptions>,
): RenderedNotification {
  const { locale, hideNames } = options;
  const text = hideNames ? hiddenText(1, stage, options) : alarmText(facts, stage, locale);
  return rendered(planAlarm(facts, stage, options), text, locale);
}

/** Renders several alarms of one stage as one notification. Throws RangeError on an empty list. */
export function burstNotification(
  list: readonly AlarmFacts[],
  options: RenderOptions<BurstOptions>,
  stage: AlarmStage = 'new',
): RenderedNotification {
  const { locale, hideNames } = options;
  const burst = planBurst(list, options, stage);
  const text = hideNames ? hiddenText(burst.systems.length, stage, options) : burstText(burst, stage, options);
  return rendered(burst.plan, text, locale);
}

/** Renders the test alarm that a person sends to an own device. */
export const testNotification = (locale: string): RenderedNotification =>
  rendered(
    planTest(),
    { title: m.notifications_test_title({}, inLanguage(locale)), body: m.notifications_test({}, inLanguage(locale)) },
    locale,
  );

/** Renders the last message to a device that gets no alarms any more. */
export const endedNotification = (locale: string): RenderedNotification =>
  rendered(
    planEnded(),
    { title: m.notifications_ended_title({}, inLanguage(locale)), body: m.notifications_ended({}, inLanguage(locale)) },
    locale,
  );

/** Renders the server's own trouble, of which there may be more than the worst. */
export const ownTroubleNotification = (worst: OwnTrouble, locale: string): RenderedNotification =>
  rendered(
    planOwnTrouble(),
    {
      title: m.notifications_own_title({}, inLanguage(locale)),
      body: m.notifications_own({ trouble: worst }, inLanguage(locale)),
    },
    locale,
  );

/** Time in which no server ran; instants with Z. */
export interface AwayFacts {
  from: string;
  to: string;
  /** Time that systems had to report afterwards, ms. */
  graceMs: number;
}

/** Renders the message to administrators that no server ran for a while, in the recipient's time zone. */
export function awayNotification({ from, to, graceMs }: AwayFacts, reader: Reader): RenderedNotification {
  const moment = (iso: string) => formatMoment(iso, Date.parse(to), reader);
  const inputs = { from: moment(from), to: moment(to), span: formatAge(graceMs, reader) };
  const language = inLanguage(reader.locale);
  const text = { title: m.notifications_away_title({}, language), body: m.notifications_away(inputs, language) };
  return rendered(planAway(), text, reader.locale);
}
