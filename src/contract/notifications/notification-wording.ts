// Title and body of one alarm: what happened, why and until when, who took it, and what became of it.
import type { AlarmFacts, AlarmStage, NotificationWords } from './notification.ts';
import { bodyOf, bytesOf, clean, cutEnd, dateOf, daysBetween, momentOf, spanOf, titleOf } from './notification-text.ts';

function sizeVerb({ sizeBytes, usualBytes }: AlarmFacts): string {
  if (sizeBytes === undefined || !usualBytes) return 'has unusual size';
  const ratio = sizeBytes / usualBytes;
  // Only an empty backup lost everything: 99.6 % must not read as 100 %.
  if (ratio < 1) return `shrank ${sizeBytes === 0 ? 100 : Math.min(99, Math.round((1 - ratio) * 100))} %`;
  if (ratio > 999) return 'grew over 999 times';
  return `grew ${ratio < 10 ? Number(ratio.toFixed(1)) : Math.round(ratio)} times`;
}

/** What happened, as the table has it, and as short as it still reads. */
export function verbsOf(facts: AlarmFacts): [full: string, short: string] {
  switch (facts.kind) {
    case 'failed':
      return ['failed', 'failed'];
    case 'notBackedup':
      return ['is not backed up', 'not backed up'];
    case 'overdue':
      return ['is overdue', 'overdue'];
    case 'clientOffline':
      return ['went offline', 'offline'];
    case 'sizeAnomaly':
      return [sizeVerb(facts), sizeVerb(facts).replace('has ', '')];
    case 'wrongContent':
      return ['has wrong content', 'wrong content'];
    case 'storageTrouble':
      return ['has storage trouble', 'storage trouble'];
  }
}

function sizesOf({ sizeBytes, usualBytes }: AlarmFacts): string[] {
  if (sizeBytes === undefined) return [];
  return [usualBytes ? `${bytesOf(sizeBytes)}, usually ${bytesOf(usualBytes)}` : bytesOf(sizeBytes)];
}

function lastGoodOf(facts: AlarmFacts): string {
  return facts.lastBackup === null ? 'No good backup yet' : `Last good backup ${momentOf(facts.lastBackup, facts)}`;
}

function addedOf(facts: AlarmFacts): string {
  const days = daysBetween(facts.addedAt, facts);
  if (days < 1) return 'Added today, no backup yet';
  return `Added ${dateOf(facts.addedAt, facts)}, no backup in ${days} ${days === 1 ? 'day' : 'days'}`;
}

function overdueOf(facts: AlarmFacts): string {
  const nothing = facts.lastBackup === null ? 'nothing yet' : `nothing since ${momentOf(facts.lastBackup, facts)}`;
  return facts.dueAt === null ? `N${nothing.slice(1)}` : `Due ${momentOf(facts.dueAt, facts)}, ${nothing}`;
}

function nextOf(facts: AlarmFacts): string[] {
  if (facts.dueAt === null) return [];
  const past = Date.parse(facts.dueAt) < Date.parse(facts.now);
  return [`${past ? 'Backup was due' : 'Next backup due'} ${momentOf(facts.dueAt, facts)}`];
}

/** Why and until when, without full stops: the most useful first; a reminder keeps only that one. */
function sentencesOf(facts: AlarmFacts): string[] {
  const given = clean(facts.reason ?? '').replace(/[.…]+$/, '');
  const reason = given === '' ? [] : [given];
  switch (facts.kind) {
    case 'failed':
      return [...reason, lastGoodOf(facts)];
    case 'notBackedup':
      return [addedOf(facts)];
    case 'overdue':
      return [overdueOf(facts)];
    case 'clientOffline':
      return [`Silent since ${momentOf(facts.since, facts)}`, ...nextOf(facts)];
    case 'sizeAnomaly':
      return [...sizesOf(facts), ...(facts.nextPurgeAt ? [`Next purge ${momentOf(facts.nextPurgeAt, facts)}`] : [])];
    case 'wrongContent':
      return [reason[0] ?? 'Newest backup is not what it should be', lastGoodOf(facts)];
    case 'storageTrouble':
      return [reason[0] ?? 'A stored backup is missing or unreadable', lastGoodOf(facts)];
  }
}

function waitOf(facts: AlarmFacts, stage: 'reminder' | 'escalated'): string {
  const asked = clean(facts.askedName ?? '');
  const span = facts.waitedMinutes === undefined ? '' : ` for ${spanOf(facts.waitedMinutes)}`;
  if (stage === 'reminder') return span === '' ? 'Nobody has acknowledged yet' : `Nobody has acknowledged${span}`;
  return asked === '' ? `Nobody answered${span}` : `${cutEnd(asked, 30)} did not answer${span}`;
}

export type Wording = Pick<NotificationWords, 'title' | 'body'>;

/** A closed alarm is not yet a backup: only a newer good one may be told as such. */
function resolvedWording(facts: AlarmFacts): Wording {
  const { kind, lastBackup, systemName, organizationName } = facts;
  const named = (verb: string): string => titleOf(systemName, [['', ` ${verb}`]]);
  const fresh = lastBackup !== null && Date.parse(lastBackup) > Date.parse(facts.since);
  if (kind === 'clientOffline')
    return { title: named('is online again'), body: bodyOf([lastGoodOf(facts)], organizationName) };
  if (kind === 'storageTrouble' || !fresh)
    return { title: named('alarm is closed'), body: bodyOf([lastGoodOf(facts)], organizationName) };
  const what = facts.sizeBytes === undefined ? 'Backup' : bytesOf(facts.sizeBytes);
  return { title: named('is backed up'), body: `${what} at ${momentOf(lastBackup, facts)}. Nothing more to do` };
}

/** Who has it, as it is told to whoever reads it. */
export const takerOf = ({ takenBy }: AlarmFacts): string =>
  takenBy === null ? 'you' : clean(takenBy ?? '') || 'a colleague';

/** In the title who took it gives way to the name of the system. */
function takenWording(facts: AlarmFacts): Wording {
  const taker = takerOf(facts);
  const at = facts.takenAt ? ` at ${momentOf(facts.takenAt, facts)}` : '';
  return {
    title: titleOf(facts.systemName, [
      ['', ` taken by ${cutEnd(taker, 13)}`],
      ['', ' is taken'],
    ]),
    body: bodyOf([`Taken by ${cutEnd(taker, 30)}${at}`, ...sentencesOf(facts).slice(0, 1)], facts.organizationName),
  };
}

function openWording(facts: AlarmFacts, stage: Exclude<AlarmStage, 'taken' | 'resolved'>): Wording {
  const [full, short] = verbsOf(facts);
  const sentences = sentencesOf(facts);
  if (stage === 'new')
    return { title: titleOf(facts.systemName, [['', ` ${full}`]]), body: bodyOf(sentences, facts.organizationName) };
  const [long, brief] = stage === 'reminder' ? ['Still waiting: ', 'Still: '] : ['Now yours: ', 'Yours: '];
  return {
    title: titleOf(facts.systemName, [
      [long, ` ${full}`],
      [long, ` ${short}`],
      [brief, ` ${full}`],
      [brief, ` ${short}`],
    ]),
    body: bodyOf([waitOf(facts, stage), ...sentences.slice(0, 1)], facts.organizationName),
  };
}

/** The words of one alarm at one stage, names and all. */
export function alarmWording(facts: AlarmFacts, stage: AlarmStage): Wording {
  if (stage === 'resolved') return resolvedWording(facts);
  return stage === 'taken' ? takenWording(facts) : openWording(facts, stage);
}
