// The sizes of the newest backups of a system, each against the range that was usual when it arrived.
import { reader } from '#app/device/reader.ts';
import { type Backup, unusualSize, usualRange, usualSize } from '#app/features/systems/system-days.ts';
import { Card } from '#app/ui/layout/rows.tsx';
import { ValuesTable } from '#app/ui/status/values-table.tsx';
import { useWidth } from '#app/ui/hooks/use-width.ts';
import { formatBytes, formatDate, formatDateTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { sizeDifference } from './backup-days.ts';
import css from './size-chart.module.css';

const MOST_BARS = 30;
const HEIGHT = 84;
const LINE = 2;
const LEAST_BAR = 2;
const MOST_PITCH = 22;
const BAR_SHARE = 0.7;

interface SizeChartProps {
  /** Newest first. */
  backups: readonly Backup[];
  fresh: boolean;
  now: number;
}

/** Nothing while too few backups without a fault are there for a usual size. */
export function SizeChart({ backups, ...props }: SizeChartProps) {
  const sound = backups.filter(({ fault }) => !fault);
  return usualSize(sound.slice(1)) === null ? null : <Chart {...props} backups={sound} />;
}

/** A screen reader gets the sizes as a table. */
function Chart({ backups, fresh, now }: SizeChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>(334);
  const bars = backups
    .slice(0, MOST_BARS)
    .map((backup, index) => ({ backup, usual: usualSize(backups.slice(index + 1)) }))
    .toReversed();
  const [first, last] = [bars[0], bars.at(-1)];
  const most = Math.max(1, ...bars.map(({ backup, usual }) => Math.max(backup.size, usualRange(usual ?? 0)[1])));
  const heightOf = (size: number) => (size / most) * HEIGHT;
  const pitch = Math.min(MOST_PITCH, width / bars.length);
  const label = m.backups_sizes();
  const day = (iso: string) => formatDate(iso, now, reader());
  return (
    <Card title={label} end={m.backups_sizes_usual({ size: formatBytes(last?.usual ?? 0, reader()) })}>
      <div ref={ref} className={css['chart']} data-stale={fresh ? undefined : ''} aria-hidden="true">
        <svg className="block" width={pitch * bars.length} height={HEIGHT + LINE} data-mirrored="">
          {bars.map(({ backup, usual }, index) => {
            const [least, largest] = usualRange(usual ?? 0);
            const height = Math.max(LEAST_BAR, heightOf(backup.size));
            const x = index * pitch;
            return (
              <g key={backup.id}>
                <rect
                  className={css['range']}
                  x={x}
                  y={HEIGHT - heightOf(largest)}
                  width={pitch}
                  height={heightOf(largest - least)}
                />
                <rect
                  className={css['bar']}
                  data-unusual={unusualSize(backup.size, usual) ?? undefined}
                  x={x + (pitch * (1 - BAR_SHARE)) / 2}
                  y={HEIGHT - height}
                  width={pitch * BAR_SHARE}
                  height={height}
                  rx="1.6"
                />
              </g>
            );
          })}
          <rect className={css['line']} y={HEIGHT} width="100%" height={LINE} rx="1" />
        </svg>
        <p className="flex justify-between pt-1 text-caption tracking-normal text-text3">
          <span>{first && day(first.backup.date)}</span>
          <span>{last && day(last.backup.date)}</span>
        </p>
      </div>
      <p className="pt-1 text-secondary text-text2">{m.backups_sizes_range()}</p>
      <ValuesTable
        caption={label}
        columns={[m.backups_arrived(), m.backups_size(), m.backups_compared()]}
        rows={bars.map(({ backup: { id, date, size }, usual }) => [
          id,
          formatDateTime(date, reader()),
          formatBytes(size, reader()),
          sizeDifference(size, usual),
        ])}
      />
    </Card>
  );
}
