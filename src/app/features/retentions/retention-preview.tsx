// The effect of a retention as a sentence and as a timeline; both follow the typing.
import { useDeferredValue, useMemo, useRef } from 'react';
import { Card } from '#app/ui/layout/rows.tsx';
import { useCanIn } from '#app/auth/can-in.ts';
import { reader } from '#app/device/reader.ts';
import { useNow } from '#app/device/now.ts';
import type { RetentionRule } from '#contract/retention.ts';
import { localDayNumber } from '#contract/time/calendar.ts';
import * as m from '#text/messages.js';
import { followersText, isValidRule, ruleSentence } from './retention-rule.ts';
import { timelineOf } from './rule-timeline.ts';
import { TimelineChart, TimelineFigures } from './timeline-chart.tsx';

const TICK_MS = 60_000;

interface PreviewProps {
  rule: RetentionRule;
  /** The rule that holds until the change is saved; null where nothing is compared. */
  saved: RetentionRule | null;
  systems: number;
  /** The organization that owns it; null: all share it. */
  owner: string | null;
}

/** The last rule that is valid: half a number says nothing. */
function useValidRule(rule: RetentionRule, first: RetentionRule): RetentionRule {
  const last = useRef(first);
  if (isValidRule(rule)) last.current = rule;
  return last.current;
}

const noRule: RetentionRule = { days: 0, weeks: 0, months: 0, years: 0 };

/** The sentence, the number of systems, and the timeline. */
export function RetentionPreview({ rule: typed, saved, systems, owner }: PreviewProps) {
  const rule = useValidRule(typed, saved ?? noRule);
  // A rule of thousands of days takes longer than a frame: the stepper goes first.
  const shown = useDeferredValue(rule);
  const before = useDeferredValue(saved);
  const now = useNow(TICK_MS);
  // A user of some organizations does not see the systems of others that use it.
  const isAllSeen = useCanIn('system.read', owner);
  const today = localDayNumber(new Date(now).toISOString(), reader().timeZone);
  const timeline = useMemo(() => timelineOf(shown, before, today), [shown, before, today]);
  return (
    <>
      <p
        className="px-4 pt-3.5 pb-3 text-[min(1.25rem,8vw)]/[1.25] font-[650] tracking-[-0.018em] text-balance"
        role="status"
      >
        {ruleSentence(rule, reader())}
        {(systems > 0 || isAllSeen) && (
          <small className="mt-1 block text-base font-normal text-text2">{followersText(systems)}</small>
        )}
      </p>
      <Card title={m.retentions_daily_system()}>
        <div className={shown === rule ? '' : 'opacity-60'}>
          <TimelineChart timeline={timeline} rule={shown} now={now} compares={saved !== null} />
          <TimelineFigures timeline={timeline} now={now} />
        </div>
      </Card>
    </>
  );
}
