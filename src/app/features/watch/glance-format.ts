// The one sentence of the home screen and the navigation rail. Unknown states never read as fine.
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { type Alarm, bySeverity, markOf, statusOf } from '#app/features/alarms/alarm-format.ts';
import { toneOf, type MarkKind } from '#app/ui/primitives/mark.tsx';
import type { SkyTone } from '#app/ui/status/glance.tsx';
import { formatAge } from '#text/format.ts';
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
  fresh: boolean;
  /** Epoch ms. */
  now: number;
}

type Tense = 'past' | 'present';
const tenseOf = (fresh: boolean): Tense => (fresh ? 'present' : 'past');

/** The sentence, its caption, and how the sky and the mark show it. */
export function glanceOf({ counts, alarms, isPart = false, resolvedAt, fresh, now }: GlanceInput): GlanceText {
  if (alarms === null) return unclaimed(m.watch_no_permission_alarms(), captionOf(counts, fresh));
  if (alarms === undefined) return unknown(counts);
  const open = alarms.filter((alarm) => statusOf(alarm, now) === 'open').toSorted(bySeverity);
  const [worst] = open;
  if (worst !== undefined) {
    const unreached = open.filter(({ delivery }) => delivery.unreached).length;
    const caption = unreached > 0 ? m.alarms_unreached({ count: unreached }) : captionOf(counts, fresh);
    return needing(open.length, isPart, markOf(worst.kind), fresh, caption);
  }
  const others = alarms.filter((alarm) => alarm.resolvedAt === null).toSorted(bySeverity);
  // Some of the alarms that were not loaded may be open.
  if (isPart)
    return unclaimed(m.watch_not_all_known(), m.watch_acknowledged({ count: others.length, tense: tenseOf(fresh) }));
  if (others[0] !== undefined) return acknowledged(others, markOf(others[0].kind), fresh, now);
  if (counts === null) return unclaimed(m.alarms_none_open({ tense: tenseOf(fresh) }), captionOf(counts, fresh));
  if (counts === undefined) return unknown(counts);
  const text = withoutAlarms(counts, fresh);
  if (text.kind !== 'ok' || !fresh || !resolvedAt || counts.watched < counts.total) return text;
  return { ...text, caption: m.watch_quiet_for({ age: formatAge(now - Date.parse(resolvedAt), reader()) }) };
}

/** Claims nothing: a part is not known, or may not be seen. */
const unclaimed = (sentence: string, caption: string): GlanceText => ({
  sentence,
  caption,
  kind: 'offline',
  tone: 'off',
  hollow: true,
  size: 'mid',
});

const unknown = (counts: Counts | null | undefined): GlanceText => ({
  ...unclaimed(m.watch_not_known(), counts === undefined ? m.watch_no_answer() : m.watch_alarms_unknown()),
  size: 'long',
});

function needing(count: number, isPart: boolean, kind: MarkKind, fresh: boolean, caption: string): GlanceText {
  // "1+" reads as a plural.
  const number = isPart ? `${count}+` : String(count);
  return {
    sentence: m.watch_needs({ count: isPart ? count + 1 : count, number, tense: tenseOf(fresh) }),
    caption,
    kind,
    tone: fresh ? toneOfSky(kind) : 'off',
    hollow: !fresh,
    // Two lines beside the mark on a phone, whatever the number.
    size: number.length > 2 ? 'long' : number.length > 1 || !fresh ? 'mid' : 'short',
  };
}

function acknowledged(alarms: readonly Alarm[], kind: MarkKind, fresh: boolean, now: number): GlanceText {
  const snoozed = alarms.filter((alarm) => statusOf(alarm, now) === 'snoozed');
  const owners = alarms.filter((alarm) => !snoozed.includes(alarm)).map(({ acknowledgedBy }) => acknowledgedBy?.name);
  const names = [...new Set(owners.map((name) => name ?? m.alarms_someone()))].join(', ');
  const inputs = { count: alarms.length, tense: tenseOf(fresh) };
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

/** Without open alarms. Only systems that are watched, ok and have a backup count as backed up. */
function withoutAlarms(counts: Counts, fresh: boolean): GlanceText {
  const { total, ok, waiting, watched } = counts;
  const tense = tenseOf(fresh);
  const base = { hollow: true, size: 'long' as const };
  if (total === 0)
    return { ...base, sentence: m.watch_no_systems(), caption: m.watch_add_first(), kind: 'offline', tone: 'off' };
  if (watched === 0) {
    const caption = m.watch_none_watched_count({ count: total });
    return { ...base, sentence: m.watch_none_watched(), caption, kind: 'offline', tone: 'off' };
  }
  const caption = backedUp(counts, fresh);
  if (ok < watched) {
    const sentence = m.watch_not_backed_up({ count: watched - ok });
    return { ...base, sentence, caption, kind: 'overdue', tone: fresh ? 'late' : 'off' };
  }
  if (waiting > 0)
    return { ...base, sentence: m.watch_waiting({ count: waiting, tense }), caption, kind: 'snoozed', tone: 'off' };
  const all = watched < total ? m.watch_all_watched_backed_up : m.watch_all_backed_up;
  return {
    ...base,
    hollow: !fresh,
    sentence: all({ count: watched, tense }),
    caption: watched < total ? m.watch_not_watched({ count: total - watched }) : m.watch_quiet(),
    kind: 'ok',
    tone: fresh ? 'ok' : 'off',
  };
}

const toneOfSky = (kind: MarkKind): SkyTone => (toneOf(kind) === 'miss' ? 'miss' : 'late');

const backedUp = ({ ok, waiting, total }: Counts, fresh: boolean): string =>
  m.watch_backed_up({ ok: ok - waiting, count: total, tense: tenseOf(fresh) });

function captionOf(counts: Counts | null | undefined, fresh: boolean): string {
  if (counts) return backedUp(counts, fresh);
  return counts === null ? m.watch_no_permission_systems() : m.watch_systems_unknown();
}
