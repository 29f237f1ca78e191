// The backups of an orphan as a strip of days: outlined bars, because nobody monitors them.
import { Card } from '#app/ui/layout/rows.tsx';
import { useWidth } from '#app/ui/hooks/use-width.ts';
import { bar, cellX, stripWidth } from '#app/ui/status/strip-geometry.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { formatDate } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type LeftDays, leftDays } from './left-days.ts';

const TICK_MS = 60_000;
const UP = 36;
const LINE = 2;
const STROKE = 1.5;
/** Wider bars would look like few. */
const PITCH = 12;
/** The number of days whose bars are wide enough to see. */
const daysIn = (width: number): number => Math.max(14, Math.floor(width / 6.5 / 7) * 7);
const noon = (day: string): string => `${day}T12:00:00.000Z`;

/** Nothing without backups. */
export function LeftStrip({ dates }: { dates: readonly string[] }) {
  const now = useNow(TICK_MS);
  const [box, width] = useWidth<HTMLDivElement>(340);
  const { timeZone, locale } = reader();
  const days = leftDays(dates, timeZone, daysIn(width));
  if (days === null) return null;
  // Each day has its name already: noon of UTC is the same day in UTC.
  const [from = '', to = ''] = [days.first, days.last].map((day) =>
    formatDate(noon(day), now, { locale, timeZone: 'UTC' }),
  );
  return (
    <Card>
      <div ref={box}>
        <div className="w-fit max-w-full">
          <Bars days={days} width={width} label={m.orphans_strip({ count: days.count, from, to })} />
          <p className="flex justify-between pt-1 text-secondary text-text3" aria-hidden="true">
            <span>{from}</span>
            <span>{to}</span>
          </p>
        </div>
      </div>
    </Card>
  );
}

function Bars({ days: { made }, width, label }: { days: LeftDays; width: number; label: string }) {
  const weeks = made.length / 7 - 1;
  const flat = { gap: 2, week: 2, up: UP, late: 0, down: 0, radius: 2, line: LINE, air: 2 };
  const g = { ...flat, pitch: Math.min(PITCH, (width + flat.gap - weeks * flat.week) / made.length) };
  const w = stripWidth(g, made.length);
  const h = UP + g.air + LINE;
  const bars = made.flatMap((isMade, index) => {
    if (!isMade) return [];
    const [x, wide] = [cellX(index, g, made.length), g.pitch - g.gap];
    return [bar(x, 0, wide, UP, 2) + bar(x + STROKE, STROKE, wide - 2 * STROKE, UP - STROKE, 1)];
  });
  return (
    <svg
      className="max-w-full"
      width={w}
      height={h}
      viewBox={`0 0 ${w} ${h}`}
      role="img"
      aria-label={label}
      data-mirrored=""
    >
      <path d={bars.join('')} fillRule="evenodd" className="fill-text2" />
      <rect y={UP + g.air} width={w} height={LINE} rx={LINE / 2} className="fill-(--wl)" />
    </svg>
  );
}
