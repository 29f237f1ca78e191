// The one sentence over the sky. What is not known is never said to be fine.
import { ageWords } from '#app/ui/format.ts';
import type { SkyTone } from '#app/ui/status/glance.tsx';
import { toneOf, type MarkKind } from '#app/ui/primitives/mark.tsx';
import type { Answer } from '#app/api/types.ts';
import { type Alarm, bySeverity, markOf, standingOf, unreachedWords } from '#app/features/alarms/alarm-format.ts';

export type Counts = Answer<'system', 'counts'>;

export interface GlanceWords {
  sentence: string;
  /** The line under the horizon. */
  caption: string;
  kind: MarkKind;
  tone: SkyTone;
  /** Nothing is claimed, or only remembered: outlined. */
  hollow: boolean;
  size: 'short' | 'mid' | 'long';
}

/** What is known when the sentence is made; undefined = not known, null = this person may not know it. */
export interface Known {
  counts: Counts | null | undefined;
  /** Unresolved alarms. */
  alarms: readonly Alarm[] | null | undefined;
  /** There are more than these. */
  isPart?: boolean;
  /** When the last alarm cleared, ISO instant. */
  clearedAt?: string | null | undefined;
  fresh: boolean;
  now: number;
}

/** The glance of the home screen and of the rail. */
export function glanceOf({ counts, alarms, isPart = false, clearedAt, fresh, now }: Known): GlanceWords {
  if (alarms === null) return closed('Your groups may not see alarms', captionOf(counts, fresh));
  if (alarms === undefined) return unknown(counts);
  const open = alarms.filter((alarm) => standingOf(alarm, now) === 'open').toSorted(bySeverity);
  const caption = open.some(({ delivery }) => delivery.unreached) ? unreachedWords : captionOf(counts, fresh);
  const worst = open[0];
  if (worst !== undefined) return needing(`${open.length}${isPart ? '+' : ''}`, markOf(worst.kind), fresh, caption);
  const held = alarms.filter((alarm) => alarm.resolvedAt === null).toSorted(bySeverity);
  // Of those beyond them some may be in nobody's hand.
  if (isPart)
    return closed('Not all alarms are known', fresh ? `${held.length} are in hand` : `${held.length} were in hand`);
  if (held[0] !== undefined) return inHand(held, markOf(held[0].kind), fresh, now);
  if (counts === null) return closed(fresh ? 'No open alarms' : 'No alarm was open', captionOf(counts, fresh));
  if (counts === undefined) return unknown(counts);
  const words = quiet(counts, fresh);
  const quietFor = clearedAt ? ` for ${ageWords(now - Date.parse(clearedAt))}` : '';
  return words.caption === QUIET && fresh ? { ...words, caption: `${QUIET}${quietFor}` } : words;
}

const QUIET = 'Quiet';

// Nothing is claimed: of a part nothing is, or may be, known.
const closed = (sentence: string, caption: string): GlanceWords => ({
  sentence,
  caption,
  kind: 'offline',
  tone: 'off',
  hollow: true,
  size: 'mid',
});

const unknown = (counts: Counts | null | undefined): GlanceWords =>
  closed('Not known yet', counts === undefined ? 'No answer so far' : 'Alarms are not known');

function needing(count: string, kind: MarkKind, fresh: boolean, caption: string): GlanceWords {
  const verb = fresh ? (count === '1' ? 'needs' : 'need') : 'needed';
  return {
    sentence: `${count} ${verb} you`,
    caption,
    kind,
    tone: fresh ? toneOfSky(kind) : 'off',
    hollow: !fresh,
    size: fresh ? 'short' : 'mid',
  };
}

function inHand(held: readonly Alarm[], kind: MarkKind, fresh: boolean, now: number): GlanceWords {
  const whose = [
    ...new Set(
      held.map((alarm) =>
        standingOf(alarm, now) === 'snoozed' ? 'snoozed' : (alarm.acknowledgedBy?.name ?? 'someone'),
      ),
    ),
  ];
  return {
    sentence: fresh ? `${held.length} in hand` : `${held.length} were in hand`,
    caption: `With ${whose.join(', ')}`.replace(/^With snoozed$/, 'Snoozed'),
    kind,
    tone: fresh ? toneOfSky(kind) : 'off',
    hollow: true,
    size: fresh ? 'short' : 'mid',
  };
}

// No open alarm is not yet a clean bill: only what is watched, ok and has a backup counts as backed up.
function quiet(counts: Counts, fresh: boolean): GlanceWords {
  const { total, ok, waiting, watched } = counts;
  const base = { tone: fresh ? ('ok' as const) : ('off' as const), hollow: !fresh, size: 'long' as const };
  const verb = fresh ? 'are' : 'were';
  if (total === 0)
    return {
      ...base,
      sentence: 'No systems yet',
      caption: 'Add the first one',
      kind: 'offline',
      tone: 'off',
      hollow: true,
    };
  if (watched === 0)
    return {
      ...base,
      sentence: 'Nothing is watched',
      caption: `${total} without a schedule or paused`,
      kind: 'offline',
      tone: 'off',
      hollow: true,
    };
  if (ok < watched) {
    const rest = watched - ok;
    return {
      ...base,
      sentence: `${rest} not backed up yet`,
      caption: backedUp(counts, fresh),
      kind: 'overdue',
      tone: fresh ? 'late' : 'off',
      hollow: true,
    };
  }
  if (waiting > 0)
    return {
      ...base,
      sentence: waitingWords(waiting, fresh),
      caption: backedUp(counts, fresh),
      kind: 'snoozed',
      tone: 'off',
      hollow: true,
    };
  const sentence =
    watched === 1
      ? `The one system ${fresh ? 'is' : 'was'} backed up`
      : `All ${watched} ${watched < total ? 'watched systems' : 'systems'} ${verb} backed up`;
  return { ...base, sentence, caption: watched < total ? `${total - watched} more not watched` : QUIET, kind: 'ok' };
}

const toneOfSky = (kind: MarkKind): SkyTone => (toneOf(kind) === 'miss' ? 'miss' : 'late');

function waitingWords(count: number, fresh: boolean): string {
  const verb = fresh ? (count === 1 ? 'waits' : 'wait') : 'waited';
  return `${count} ${verb} for ${count === 1 ? 'its' : 'their'} first backup`;
}

const backedUp = ({ ok, waiting, total }: Counts, fresh: boolean): string =>
  `${ok - waiting} of ${total} systems ${fresh ? 'are' : 'were'} backed up`;

const captionOf = (counts: Counts | null | undefined, fresh: boolean): string =>
  counts ? backedUp(counts, fresh) : counts === null ? 'Your groups may not see systems' : 'Systems are not known';
