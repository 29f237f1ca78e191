// The one sentence of the home screen and the navigation rail. Unknown states never read as fine.
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { type Alarm, bySeverity, markOf, statusOf } from '#app/features/alarms/alarm-format.ts';
import { addressOf } from '#app/features/alarms/alarm-subject.ts';
import { toneOf, type MarkKind } from '#app/ui/primitives/mark.tsx';
import type { SkyTone } from '#app/ui/status/glance.tsx';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatAge, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';

export type Counts = Answer<'system', 'counts'>;

export interface GlanceText {
  sentence: string;
  /** The line under the horizon. */
  caption: string;
  kind: MarkKind;
  tone: SkyTone;
  /** An outlined mark: the state is unknown, acknowledged or only cached. */
  hollow: boolean;
  size: 'short' | 'mid' | 'long';
}

/** The inputs of the sentence; undefined: not loaded, null: this person has no permission. */
export interface GlanceInput {
  counts: Counts | null | undefined;
  /** Unresolved alarms. */
  alarms: readonly Alarm[] | null | undefined;
  /** The list is longer than what was loaded. */
  isPart?: boolean;
  /** ISO instant at which the last alarm was resolved. */
  resolvedAt?: string | null | undefined;
  /** The person may act on alarms; for others they need attention, not them. */
  mayAct: boolean;
  fresh: boolean;
  /** Epoch ms. */
  now: number;
}

/** The sentence, its caption, and how the sky and the mark show it. */
export function glanceOf({ counts, alarms, isPart = false, resolvedAt, mayAct, fresh, now }: GlanceInput): GlanceText {
  if (alarms === null) return unclaimed(m.watch_no_permission_alarms(), captionOf(counts, fresh));
  if (alarms === undefined) return unknown(counts);
  const open = alarms.filter((alarm) => statusOf(alarm, now) === 'open').toSorted(bySeverity);
  const [worst] = open;
  if (worst !== undefined) {
    // As on the icon of the app: a system with two alarms counts once.
    const needed = { count: new Set(open.map(addressOf)).size, isPart, mayAct, fresh };
    return needing(needed, markOf(worst.kind), captionOf(counts, fresh));
  }
  const others = alarms.filter((alarm) => alarm.resolvedAt === null).toSorted(bySeverity);
  // Some of the alarms that were not loaded may be open.
  if (isPart)
    return unclaimed(m.watch_not_all_known(), m.watch_acknowledged({ count: others.length, tense: tenseOf(!fresh) }));
  if (others[0] !== undefined) return acknowledged(others, markOf(others[0].kind), fresh, now);
  if (counts === null) return unclaimed(m.alarms_none_open({ tense: tenseOf(!fresh) }), captionOf(counts, fresh));
  if (counts === undefined) return unknown(counts);
  const text = withoutAlarms(counts, fresh);
  if (text.caption !== m.watch_quiet() || !fresh || !resolvedAt) return text;
  return { ...text, caption: m.watch_quiet_for({ age: formatAge(now - Date.parse(resolvedAt), reader()) }) };
}

/** Claims nothing: a part is not known, or may not be seen. */
const unclaimed = (sentence: string, caption: string): GlanceText => ({
  sentence,
  caption,
  kind: 'unknown',
  tone: 'off',
  hollow: true,
  size: 'mid',
});

const unknown = (counts: Counts | null | undefined): GlanceText => ({
  ...unclaimed(m.watch_not_known(), counts === undefined ? m.watch_no_answer() : m.watch_alarms_unknown()),
  size: 'long',
});

interface Needed extends Pick<GlanceInput, 'mayAct' | 'fresh'> {
  count: number;
  isPart: boolean;
}

function needing({ count, isPart, mayAct, fresh }: Needed, kind: MarkKind, caption: string): GlanceText {
  const known = formatNumber(count, reader());
  const number = isPart ? `${known}+` : known;
  const who = mayAct ? 'actor' : 'reader';
  return {
    // "1+" reads as a plural.
    sentence: m.watch_needs({ count: isPart ? count + 1 : count, number, tense: tenseOf(!fresh), who }),
    caption,
    kind,
    tone: fresh ? toneOfSky(kind) : 'off',
    hollow: !fresh,
    // Two lines beside the mark on a phone, whatever the number.
    size: number.length > 2 || !mayAct ? 'long' : number.length > 1 || !fresh ? 'mid' : 'short',
  };
}

function acknowledged(alarms: readonly Alarm[], kind: MarkKind, fresh: boolean, now: number): GlanceText {
  const snoozed = alarms.filter((alarm) => statusOf(alarm, now) === 'snoozed');
  const owners = alarms.filter((alarm) => !snoozed.includes(alarm)).map(({ acknowledgedBy }) => acknowledgedBy?.name);
  const names = [...new Set(owners.map((name) => name ?? m.alarms_someone()))].join(', ');
  const inputs = { count: alarms.length, tense: tenseOf(!fresh) };
  const captions = () =>
    snoozed.length === 0 ? m.watch_acknowledged_by({ names }) : m.watch_acknowledged_by_some_snoozed({ names });
  return {
    sentence: owners.length === 0 ? m.watch_snoozed_count(inputs) : m.watch_acknowledged(inputs),
    caption: owners.length === 0 ? m.watch_snoozed() : captions(),
    kind,
    tone: fresh ? toneOfSky(kind) : 'off',
    hollow: true,
    size: fresh ? 'short' : 'mid',
  };
}

/** The states that are not ok, worst first, with their marks. */
const notOk = [
  ['failed', 'failed'],
  ['notBackedup', 'none'],
  ['overdue', 'overdue'],
  ['late', 'overdue'],
  ['waiting', 'snoozed'],
  ['paused', 'snoozed'],
  ['unscheduled', 'snoozed'],
  ['inactiveSystems', 'snoozed'],
] as const;

/** Without open alarms: all are backed up only if each system is ok; else the caption names the others. */
function withoutAlarms(counts: Counts, fresh: boolean): GlanceText {
  const { total, ok, watched } = counts;
  const tense = tenseOf(!fresh);
  const base = { hollow: true, size: 'long' as const, tone: 'off' as const };
  if (total + counts.inactiveSystems === 0)
    return { ...base, sentence: m.watch_no_systems(), caption: m.watch_add_first(), kind: 'unknown' };
  const caption = restOf(counts);
  if (watched === 0) return { ...base, sentence: m.watch_none_watched(), caption, kind: 'unknown' };
  if (ok < total) {
    const kind = notOk.find(([state]) => countIn(counts, state) > 0)?.[1] ?? 'snoozed';
    const tone = fresh && kind !== 'snoozed' ? toneOfSky(kind) : 'off';
    return { ...base, sentence: m.watch_some_backed_up({ ok, count: total, tense }), caption, kind, tone };
  }
  return {
    ...base,
    hollow: !fresh,
    sentence: m.watch_all_backed_up({ count: total, tense }),
    caption: caption === '' ? m.watch_quiet() : caption,
    kind: 'ok',
    tone: fresh ? 'ok' : 'off',
  };
}

/** "2 late, 1 paused"; empty if each system is ok. */
function restOf(counts: Counts): string {
  const parts = notOk.map(([state]) => ({ state, count: countIn(counts, state) }));
  return parts
    .filter(({ count }) => count > 0)
    .map((part) => m.watch_rest(part))
    .join(', ');
}

function countIn(counts: Counts, state: (typeof notOk)[number][0]): number {
  const { [state]: value } = counts;
  return typeof value === 'number' ? value : value.length;
}

const toneOfSky = (kind: MarkKind): SkyTone => (toneOf(kind) === 'miss' ? 'miss' : 'late');

const backedUp = ({ ok, total }: Counts, fresh: boolean): string =>
  m.watch_backed_up({ ok, count: total, tense: tenseOf(!fresh) });

function captionOf(counts: Counts | null | undefined, fresh: boolean): string {
  if (counts) return backedUp(counts, fresh);
  return counts === null ? m.watch_no_permission_systems() : m.watch_systems_unknown();
}
