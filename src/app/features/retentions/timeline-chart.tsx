// The timeline of a retention: what stays stands on the line, what the change would purge hangs below, outlined.
import { useWidth } from '#app/ui/hooks/use-width.ts';
import { ValuesTable } from '#app/ui/status/values-table.tsx';
import { reader } from '#app/device/reader.ts';
import { formatDate, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { RetentionRule } from '#contract/retention.ts';
import { longUnit, shortUnit } from './retention-rule.ts';
import type { RuleTimeline } from './rule-timeline.ts';
import css from './timeline-chart.module.css';
import { BAR_HEIGHT, HANG_HEIGHT, drawTimeline } from './timeline-geometry.ts';

const TOP = 4;
const LINE_Y = TOP + BAR_HEIGHT + 2;
const HANG_Y = LINE_Y + 5;
const heightOf = (compares: boolean): number => (compares ? HANG_Y + HANG_HEIGHT + 2 : HANG_Y);
const DAY_MS = 86_400_000;

interface ChartProps {
  timeline: RuleTimeline;
  rule: RetentionRule;
  now: number;
  /** Leaves room below the line, so that nothing moves when bars begin to hang there. */
  compares: boolean;
}

const isoOf = (day: number): string => new Date(day * DAY_MS).toISOString();
const inUtc = () => ({ ...reader(), timeZone: 'UTC' });

function chartText({ retained, purged, oldest }: RuleTimeline, now: number): string {
  if (retained === null || oldest === null) return m.retentions_chart_all();
  const stays = m.retentions_chart_kept({ count: retained, date: formatDate(isoOf(oldest), now, inUtc()) });
  if (purged === 0) return stays;
  return `${stays} ${purged === null ? m.retentions_chart_purged_rest() : m.retentions_chart_purged({ count: purged })}`;
}

/** The drawing with its labels; a screen reader hears its sentence, and has the numbers of each unit as a table. */
export function TimelineChart({ timeline, rule, now, compares }: ChartProps) {
  const height = heightOf(compares);
  const [ref, width] = useWidth<HTMLDivElement>(334);
  const { retained, purged, spans } = drawTimeline(timeline, width);
  const text = chartText(timeline, now);
  return (
    <div ref={ref} className={css['chart']}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={text}
        data-mirrored=""
      >
        {retained.map((bar) => (
          <rect
            key={bar.x}
            className={css['retained']}
            x={bar.x}
            y={TOP}
            width={bar.width}
            height={bar.height}
            rx="1.6"
          />
        ))}
        <rect className={css['line']} y={LINE_Y} width={width} height="2" rx="1" />
        {purged.map((bar) => (
          <rect
            key={bar.x}
            className={css['purged']}
            x={bar.x + 0.75}
            y={HANG_Y}
            width={Math.max(1.5, bar.width - 1.5)}
            height={bar.height - 1.5}
            rx="1.5"
          />
        ))}
      </svg>
      <p className={css['labels']} aria-hidden="true">
        {timeline.groups.map(({ unit }, index) => {
          const { x = 0, width: room = 0 } = spans[index] ?? {};
          return (
            unit && (
              <span key={unit} style={{ insetInlineStart: x, width: room + 12 }}>
                <span className={css['long']}>{longUnit(unit, rule[unit])}</span>
                <span className={css['short']}>{shortUnit(unit, rule[unit])}</span>
              </span>
            )
          );
        })}
      </p>
      <TimelineTable timeline={timeline} rule={rule} label={text} />
    </div>
  );
}

/** For each unit of the rule the backups that stay, and those older than them that the change would purge. */
function TimelineTable({ timeline, rule, label }: Pick<ChartProps, 'timeline' | 'rule'> & { label: string }) {
  const { groups, retained, purged } = timeline;
  if (retained === null) return null;
  const number = (count: number): string => formatNumber(count, reader());
  const rows = groups.flatMap(({ unit, purgedBefore }): [string, string, string, string][] => {
    if (unit === null) return [];
    const gone = purgedBefore.reduce((sum, count) => sum + count, 0);
    const goes = purged === null ? m.retentions_all_others() : number(gone);
    return [[unit, longUnit(unit, rule[unit]), number(purgedBefore.length), goes]];
  });
  const columns = [
    m.retentions_column_keeps(),
    m.retentions_backups_stay({ count: retained }),
    m.retentions_would_go(),
  ];
  return <ValuesTable caption={label} columns={columns} rows={rows} />;
}

/** The figures below the drawing: how many stay, and how many the change would purge or how old the oldest is. */
export function TimelineFigures({ timeline: { retained, purged, oldest }, now }: Pick<ChartProps, 'timeline' | 'now'>) {
  if (retained === null || oldest === null) return null;
  const isChange = purged !== 0;
  return (
    <dl className={css['figures']}>
      <div>
        <dt>{m.retentions_backups_stay({ count: retained })}</dt>
        <dd>{formatNumber(retained, reader())}</dd>
      </div>
      <div className={isChange ? css['change'] : ''}>
        <dt>{isChange ? m.retentions_would_go() : m.retentions_oldest()}</dt>
        <dd>
          {!isChange && formatDate(isoOf(oldest), now, inUtc())}
          {isChange && (purged === null ? m.retentions_all_others() : formatNumber(purged, reader()))}
        </dd>
      </div>
    </dl>
  );
}
