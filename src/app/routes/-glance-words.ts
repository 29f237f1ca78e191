// The one sentence over the sky. What is not known is never said to be fine.
import type { SkyTone } from '#app/ui/glance.tsx';
import { toneOf, type MarkKind } from '#app/ui/mark.tsx';
import type { Answer } from '../api/types.ts';
import { type Alarm, bySeverity, markOf, standingOf } from './-alarm-words.ts';

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

/** What is known when the sentence is made; undefined = not known. */
export interface Known {
  counts: Counts | undefined;
  /** Unresolved alarms. */
  alarms: readonly Alarm[] | undefined;
  fresh: boolean;
  now: number;
}

/** The glance of the home screen and of the rail. */
export function glanceOf({ counts, alarms, fresh, now }: Known): GlanceWords {
  if (alarms === undefined) return unknown(counts);
  const open = alarms.filter((alarm) => standingOf(alarm, now) === 'open').toSorted(bySeverity);
  const caption = captionOf(counts, fresh);
  const worst = open[0];
  if (worst !== undefined) return needing(open.length, markOf(worst.kind), fresh, caption);
  const held = alarms.filter((alarm) => alarm.resolvedAt === null).toSorted(bySeverity);
  if (held[0] !== undefined) return inHand(held, markOf(held[0].kind), fresh, now);
  return counts === undefined ? unknown(counts) : quiet(counts, fresh);
}

const unknown = (counts: Counts | undefined): GlanceWords => ({
  sentence: 'Not known yet',
  caption: counts === undefined ? 'No answer so far' : 'Alarms are not known',
  kind: 'offline',
  tone: 'off',
  hollow: true,
  size: 'mid',
});

function needing(count: number, kind: MarkKind, fresh: boolean, caption: string): GlanceWords {
  const verb = fresh ? (count === 1 ? 'needs' : 'need') : 'needed';
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

// No open alarm is not yet a clean bill: only what is watched and ok counts as backed up.
function quiet(counts: Counts, fresh: boolean): GlanceWords {
  const { total, ok, watched } = counts;
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
      caption: `${ok} of ${total} systems ${verb} backed up`,
      kind: 'overdue',
      tone: fresh ? 'late' : 'off',
      hollow: true,
    };
  }
  const sentence =
    watched === 1
      ? `The one system ${fresh ? 'is' : 'was'} backed up`
      : `All ${watched} ${watched < total ? 'watched systems' : 'systems'} ${verb} backed up`;
  return { ...base, sentence, caption: watched < total ? `${total - watched} more not watched` : 'Quiet', kind: 'ok' };
}

const toneOfSky = (kind: MarkKind): SkyTone => (toneOf(kind) === 'miss' ? 'miss' : 'late');

function captionOf(counts: Counts | undefined, fresh: boolean): string {
  if (counts === undefined) return 'Systems are not known';
  return `${counts.ok} of ${counts.total} systems ${fresh ? 'are' : 'were'} backed up`;
}
