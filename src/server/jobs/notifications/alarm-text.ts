// Title and body of the notification of one alarm: the event, its reason or deadline, the answer to it and its end.
import { clean, cutEnd, fitBody, fitTitle } from '#contract/notifications/fit-text.ts';
import type { AlarmFacts, AlarmStage } from '#contract/notifications/notification.ts';
import {
  type Reader,
  daysBetween,
  formatAge,
  formatBytes,
  formatDate,
  formatMoment,
  formatNumber,
  formatPercent,
} from '#text/format.ts';
import { causeText } from '#text/cause.ts';
import { languageOf, type Language } from '#text/language.ts';
import * as m from '#text/messages.js';

export interface NotificationText {
  title: string;
  body: string;
}

const MINUTE_MS = 60_000;
const TITLE_PERSON = 13;
const BODY_PERSON = 30;
const MOST_TIMES = 999;

/** The message option of a reader's locale. */
export const inLanguage = (locale: string): { locale: Language } => ({ locale: languageOf(locale) });
const readerOf = ({ timeZone }: AlarmFacts, locale: string): Reader => ({ locale, timeZone });
const momentOf = (iso: string, facts: AlarmFacts, locale: string): string =>
  formatMoment(iso, Date.parse(facts.now), readerOf(facts, locale));

const isOfBackwatch = ({ systemId }: AlarmFacts): boolean => systemId === null;

/** The system's name on one line, or words for a system without a visible name, and for a part of Backwatch itself. */
export const systemName = (facts: AlarmFacts, locale: string): string => {
  if (isOfBackwatch(facts)) return m.notifications_own_name({ kind: facts.kind }, inLanguage(locale));
  return clean(facts.systemName) || m.notifications_unnamed_system({}, inLanguage(locale));
};

/** The organization, or Backwatch itself. */
const organizationNameOf = (facts: AlarmFacts, locale: string): string =>
  isOfBackwatch(facts) ? m.notifications_own_owner({}, inLanguage(locale)) : facts.organizationName;

type Headline = (name: string) => string;

function sizeHeadline({ sizeBytes, usualBytes }: AlarmFacts, form: 'full' | 'short', locale: string): Headline {
  const language = inLanguage(locale);
  if (sizeBytes === undefined || !usualBytes)
    return (name) => m.notifications_headline({ name, event: 'sizeAnomaly', form }, language);
  const ratio = sizeBytes / usualBytes;
  if (ratio < 1) {
    // Only an empty backup shrank by all of it: 99.6 % must not read as 100 %.
    const percent = formatPercent(sizeBytes === 0 ? 1 : Math.min(0.99, 1 - ratio), { locale });
    return (name) => m.notifications_shrank({ name, percent }, language);
  }
  const most = ratio > MOST_TIMES ? 'exceeded' : 'no';
  const rounded = ratio < 10 ? Number(ratio.toFixed(1)) : Math.round(ratio);
  const times = formatNumber(Math.min(MOST_TIMES, rounded), { locale });
  return (name) => m.notifications_grew({ name, times, most }, language);
}

/** Returns a function that writes the event of an alarm around the system's name: `full` a clause, `short` a phrase. */
export function headlineOf(facts: AlarmFacts, form: 'full' | 'short', locale: string): Headline {
  if (facts.kind === 'sizeAnomaly') return sizeHeadline(facts, form, locale);
  const event = isOfBackwatch(facts) && facts.kind === 'storageTrouble' ? 'ownStorage' : facts.kind;
  return (name) => m.notifications_headline({ name, event, form }, inLanguage(locale));
}

function sizeSentences({ sizeBytes, usualBytes }: AlarmFacts, locale: string): string[] {
  if (sizeBytes === undefined) return [];
  const size = formatBytes(sizeBytes, { locale });
  const usual = usualBytes ? formatBytes(usualBytes, { locale }) : null;
  return [
    usual === null
      ? m.notifications_size({ size }, inLanguage(locale))
      : m.notifications_size_usual({ size, usual }, inLanguage(locale)),
  ];
}

const lastBackupSentence = (facts: AlarmFacts, locale: string): string =>
  facts.lastBackup === null
    ? m.notifications_no_backup({}, inLanguage(locale))
    : m.notifications_last_backup({ moment: momentOf(facts.lastBackup, facts, locale) }, inLanguage(locale));

function addedSentence(facts: AlarmFacts, locale: string): string {
  const now = Date.parse(facts.now);
  const count = daysBetween(facts.addedAt, now, readerOf(facts, locale));
  if (count < 1) return m.notifications_added_today({}, inLanguage(locale));
  const date = formatDate(facts.addedAt, now, readerOf(facts, locale));
  return m.notifications_added({ count, date }, inLanguage(locale));
}

function overdueSentence(facts: AlarmFacts, locale: string): string {
  const language = inLanguage(locale);
  const due = facts.dueAt === null ? null : momentOf(facts.dueAt, facts, locale);
  const last = facts.lastBackup === null ? null : momentOf(facts.lastBackup, facts, locale);
  if (due === null)
    return last === null
      ? m.notifications_nothing_yet({}, language)
      : m.notifications_nothing_since({ last }, language);
  return last === null
    ? m.notifications_due_nothing({ due }, language)
    : m.notifications_due_nothing_since({ due, last }, language);
}

function nextBackupSentences(facts: AlarmFacts, locale: string): string[] {
  if (facts.dueAt === null) return [];
  const tense = Date.parse(facts.dueAt) < Date.parse(facts.now) ? 'past' : 'future';
  return [m.notifications_next_backup({ moment: momentOf(facts.dueAt, facts, locale), tense }, inLanguage(locale))];
}

function nextPurgeSentences(facts: AlarmFacts, locale: string): string[] {
  if (!facts.nextPurgeAt) return [];
  return [m.notifications_next_purge({ moment: momentOf(facts.nextPurgeAt, facts, locale) }, inLanguage(locale))];
}

/** Returns reason and deadline as sentences, the most useful first; a reminder shows only that one. */
function sentencesOf(facts: AlarmFacts, locale: string): string[] {
  const language = inLanguage(locale);
  const words = facts.cause ? causeText(facts.cause, { locale }) : facts.reason;
  const given = clean(words ?? '').replace(/[.…]+$/, '');
  const reason = given === '' ? null : m.notifications_reason({ reason: given }, language);
  if (isOfBackwatch(facts)) return reason === null ? [] : [reason];
  const last = () => lastBackupSentence(facts, locale);
  switch (facts.kind) {
    case 'failed':
      return reason === null ? [last()] : [reason, last()];
    case 'notBackedup':
      return [addedSentence(facts, locale)];
    case 'overdue':
      return [overdueSentence(facts, locale)];
    case 'clientOffline': {
      const silent = m.notifications_silent_since({ moment: momentOf(facts.since, facts, locale) }, language);
      return [silent, ...nextBackupSentences(facts, locale)];
    }
    case 'sizeAnomaly':
      return [...sizeSentences(facts, locale), ...nextPurgeSentences(facts, locale)];
    case 'wrongContent':
      return [reason ?? m.notifications_wrong_content({}, language), last()];
    case 'storageTrouble':
      return [reason ?? m.notifications_stored_backup_trouble({}, language), last()];
  }
}

function waitSentence(facts: AlarmFacts, stage: Exclude<OpenStage, 'handed'>, locale: string): string {
  const language = inLanguage(locale);
  if (stage === 'released') return releasedSentence(facts, locale);
  if (stage === 'held') return heldSentence(facts, locale);
  const minutes = facts.waitedMinutes;
  const span = minutes === undefined ? null : formatAge(Math.max(1, minutes) * MINUTE_MS, { locale });
  if (stage !== 'escalated')
    return span === null
      ? m.notifications_unacknowledged_yet({}, language)
      : m.notifications_unacknowledged({ span }, language);
  const name = cutEnd(clean(facts.askedName ?? ''), BODY_PERSON);
  const asked = name === '' ? 'nobody' : 'named';
  return span === null
    ? m.notifications_unanswered({ name, asked }, language)
    : m.notifications_unanswered_for({ name, span, asked }, language);
}

function releasedSentence({ heldBefore }: AlarmFacts, locale: string): string {
  const name = cutEnd(clean(heldBefore ?? ''), BODY_PERSON);
  const by = heldBefore === null ? 'recipient' : name === '' ? 'unnamed' : 'colleague';
  return m.notifications_released({ name, by }, inLanguage(locale));
}

const heldSentence = (facts: AlarmFacts, locale: string): string =>
  facts.acknowledgedUntil
    ? m.notifications_held_until({ moment: momentOf(facts.acknowledgedUntil, facts, locale) }, inLanguage(locale))
    : m.notifications_held({}, inLanguage(locale));

function handedSentence({ handedBy, handedNote }: AlarmFacts, locale: string): string {
  const name = cutEnd(clean(handedBy ?? ''), BODY_PERSON);
  const note = clean(handedNote ?? '');
  const by = name === '' ? 'unnamed' : 'colleague';
  return m.notifications_handed({ name, note, by, kind: note === '' ? 'plain' : 'noted' }, inLanguage(locale));
}

/** A closed alarm is not yet a backup: only a newer good one is reported as such. */
function resolvedText(facts: AlarmFacts, locale: string): NotificationText {
  const language = inLanguage(locale);
  const { kind, lastBackup, sizeBytes } = facts;
  const titled = (end: 'online' | 'backedUp' | 'closed'): string =>
    fitTitle(systemName(facts, locale), [(name) => m.notifications_resolved({ name, end }, language)]);
  const isBackedUp = lastBackup !== null && Date.parse(lastBackup) > Date.parse(facts.since);
  if (kind === 'clientOffline' || kind === 'storageTrouble' || !isBackedUp) {
    const body = fitBody(
      isOfBackwatch(facts) ? [] : [lastBackupSentence(facts, locale)],
      organizationNameOf(facts, locale),
    );
    return { title: titled(kind === 'clientOffline' ? 'online' : 'closed'), body };
  }
  const moment = momentOf(lastBackup, facts, locale);
  const body =
    sizeBytes === undefined
      ? m.notifications_backed_up({ moment }, language)
      : m.notifications_backed_up_size({ size: formatBytes(sizeBytes, { locale }), moment }, language);
  return { title: titled('backedUp'), body };
}

export interface Taker {
  by: 'recipient' | 'unnamed' | 'colleague';
  /** Empty unless `by` is `colleague`. */
  taker: string;
}

/** Returns the person who acknowledged an alarm, as the recipient of the notification sees that person. */
export function takerOf({ acknowledgedBy }: AlarmFacts): Taker {
  const taker = clean(acknowledgedBy ?? '');
  if (acknowledgedBy === null) return { by: 'recipient', taker: '' };
  return { by: taker === '' ? 'unnamed' : 'colleague', taker };
}

/** In the title the person gives way to the name of the system. */
function takenText(facts: AlarmFacts, locale: string): NotificationText {
  const language = inLanguage(locale);
  const { by, taker } = takerOf(facts);
  const shown = cutEnd(taker, TITLE_PERSON);
  const person = { by, taker: cutEnd(taker, BODY_PERSON) };
  const taken = facts.acknowledgedAt
    ? m.notifications_taken_at({ ...person, moment: momentOf(facts.acknowledgedAt, facts, locale) }, language)
    : m.notifications_taken(person, language);
  return {
    title: fitTitle(systemName(facts, locale), [
      (name) => m.notifications_taken_title({ name, by, taker: shown }, language),
      (name) => m.notifications_taken_title({ name, by: 'omitted', taker: '' }, language),
    ]),
    body: fitBody([taken, ...sentencesOf(facts, locale).slice(0, 1)], organizationNameOf(facts, locale)),
  };
}

type OpenStage = Exclude<AlarmStage, 'new' | 'taken' | 'resolved'>;

/** Titles in falling order of preference. Without its prefix an escalation still says in the body how long it waits. */
function openTitles(facts: AlarmFacts, stage: OpenStage, locale: string): Headline[] {
  const language = inLanguage(locale);
  const [full, short] = [headlineOf(facts, 'full', locale), headlineOf(facts, 'short', locale)];
  if (stage === 'escalated') {
    const escalated = [full, short].map(
      (headline): Headline =>
        (name) =>
          m.notifications_escalated({ headline: headline(name) }, language),
    );
    return [...escalated, full, short];
  }
  return (['full', 'brief'] as const).flatMap((form) =>
    [full, short].map(
      (headline): Headline =>
        (name) =>
          m.notifications_waiting({ headline: headline(name), form, stage }, language),
    ),
  );
}

/** The reason decides whether to get up: where it does not fit beside the wait, it stands alone. */
function waitBody(owner: string, wait: string, reason: string | undefined): string {
  if (reason === undefined) return fitBody([wait], owner);
  const both = fitBody([wait, reason], owner);
  return both.includes(reason) ? both : fitBody([reason], owner);
}

/** Title and body of one alarm at one stage, in the language of `locale`, names included. */
export function alarmText(facts: AlarmFacts, stage: AlarmStage, locale: string): NotificationText {
  if (stage === 'resolved') return resolvedText(facts, locale);
  if (stage === 'taken') return takenText(facts, locale);
  const name = systemName(facts, locale);
  const sentences = sentencesOf(facts, locale);
  if (stage === 'new') {
    const title = fitTitle(name, [headlineOf(facts, 'full', locale)]);
    return { title, body: fitBody(sentences, organizationNameOf(facts, locale)) };
  }
  // The note of a colleague is worth more than the reason, which the alarm itself had shown.
  if (stage === 'handed') {
    const body = fitBody([handedSentence(facts, locale), ...sentences.slice(0, 1)], organizationNameOf(facts, locale));
    return { title: fitTitle(name, openTitles(facts, stage, locale)), body };
  }
  const body = waitBody(organizationNameOf(facts, locale), waitSentence(facts, stage, locale), sentences[0]);
  return { title: fitTitle(name, openTitles(facts, stage, locale)), body };
}
