// Title and body of one notification for several alarms: how many, the worst by name, and one cause where there is one.
import { BODY_LENGTH, clean, cutMiddle, fitTitle, length } from '#contract/notifications/fit-text.ts';
import {
  silentStages,
  type AlarmFacts,
  type AlarmStage,
  type BurstPlan,
} from '#contract/notifications/notification.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { headlineOf, inLanguage, systemName, takerOf, type NotificationText } from './alarm-text.ts';

const SAME_MOMENT_MS = 5 * 60_000;
const NAMED = 2;

/** Writes the two worst systems and the number of the others within `room` code points. Only the names are cut. */
function listSystems(
  systems: readonly AlarmFacts[],
  room: number,
  locale: string,
  phraseOf: (facts: AlarmFacts) => (name: string) => string,
): string {
  const shown = systems.slice(0, NAMED);
  const count = systems.length - shown.length;
  const number = count > 0 ? 'more' : shown.length === NAMED ? 'two' : 'one';
  const listed = (nameOf: (facts: AlarmFacts) => string): string => {
    const [first = '', second = ''] = shown.map((facts) => phraseOf(facts)(nameOf(facts)));
    return m.notifications_group_systems({ first, second, count, number }, inLanguage(locale));
  };
  const share = Math.floor((room - length(listed(() => ''))) / shown.length);
  return listed((facts) => cutMiddle(systemName(facts, locale), share));
}

const nameAlone = () => (name: string) => name;

function oneCauseText({ systems }: BurstPlan, locale: string): NotificationText {
  const [first] = systems;
  const starts = systems.map(({ since }) => Date.parse(since));
  const [earliest, latest] = [Math.min(...starts), Math.max(...starts)];
  const reader = { locale, timeZone: first.timeZone };
  const moment = formatMoment(new Date(earliest).toISOString(), Date.parse(first.now), reader);
  const start = latest - earliest <= SAME_MOMENT_MS ? 'same' : 'spread';
  const since = m.notifications_group_since({ moment, start }, inLanguage(locale));
  const rest =
    first.kind === 'clientOffline'
      ? m.notifications_probably_line({}, inLanguage(locale))
      : listSystems(systems, BODY_LENGTH - length(since) - 1, locale, nameAlone);
  const title = fitTitle(clean(first.organizationName), [
    (organization) =>
      m.notifications_one_cause({ count: systems.length, kind: first.kind, organization }, inLanguage(locale)),
  ]);
  return { title: title.trimEnd(), body: `${since} ${rest}` };
}

/** The recipient of a text: the locale, and whether that person may read alarms but not act on them. */
export interface TextReader {
  locale: string;
  readsOnly?: boolean | undefined;
}

/** How many alarms need somebody, are taken or are closed. Nothing needs a person who may not act. */
export const countTitle = (count: number, stage: AlarmStage, { locale, readsOnly }: TextReader): string =>
  m.notifications_group({ count, stage, who: readsOnly ? 'reader' : 'actor' }, inLanguage(locale));

/** Names the person where one person took all of them. */
function takenTitle({ systems }: BurstPlan, reader: TextReader): string {
  const [first, ...others] = new Map(systems.map(takerOf).map((one) => [`${one.by} ${one.taker}`, one])).values();
  const count = systems.length;
  if (!first || others.length > 0) return countTitle(count, 'taken', reader);
  return fitTitle(first.taker, [
    (taker) => m.notifications_group_taken({ count, taker, by: first.by }, inLanguage(reader.locale)),
  ]);
}

/** Title and body of several alarms of one stage, in the language of the recipient, names included. */
export function burstText(plan: BurstPlan, stage: AlarmStage, reader: TextReader): NotificationText {
  const { systems } = plan;
  const { locale } = reader;
  if (silentStages.includes(stage)) {
    const title = stage === 'taken' ? takenTitle(plan, reader) : countTitle(systems.length, stage, reader);
    return { title, body: listSystems(systems, BODY_LENGTH, locale, nameAlone) };
  }
  if (plan.hasOneCause) return oneCauseText(plan, locale);
  const body = listSystems(systems, BODY_LENGTH, locale, (facts) => headlineOf(facts, 'short', locale));
  return { title: countTitle(systems.length, stage, reader), body };
}
