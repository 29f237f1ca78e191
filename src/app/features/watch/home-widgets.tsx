// Parts of Watch: the age of cached data, the numbers of the fleet, the newest backups.
import type { Answer } from '#app/api/types.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { useLiveState } from '#app/realtime/freshness.ts';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { RichText } from '#app/ui/primitives/rich-text.tsx';
import { Stat, Stats } from '#app/ui/primitives/stat.tsx';
import { Banner } from '#app/ui/status/banner.tsx';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatAge, formatBytes, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { countAll, countOf } from '#app/features/systems/system-counts.ts';
import type { Counts } from './glance-format.ts';

const TICK_MS = 5000;

/** The age of what is on screen, shown while it is cached data. `asOf`: epoch ms of the answer; nothing for 0 or none. */
export function AgePlate({ fresh, asOf }: { fresh: boolean; asOf: number | null | undefined }) {
  const state = useLiveState();
  // The clock of the page ticks too slowly for an age in seconds.
  const now = useNow(TICK_MS);
  if (fresh || !asOf) return null;
  const time = formatMoment(new Date(asOf).toISOString(), now, reader());
  const detail = state === 'offline' ? m.watch_age_offline() : m.watch_age_no_answer();
  return <Banner title={m.watch_age({ time, age: formatAge(now - asOf, reader()) })} detail={detail} />;
}

/** The states of a system, each with its tile; their numbers add up to that of all systems. */
const tiles = [
  { show: 'ok', mark: 'ok', label: m.watch_stat_ok },
  { show: 'waiting', mark: 'snoozed', label: m.watch_stat_waiting },
  { show: 'failed', mark: 'failed', label: m.watch_stat_failed },
  { show: 'overdue', mark: 'overdue', label: m.watch_stat_overdue },
  { show: 'notBackedup', mark: 'none', label: m.watch_stat_not_backed_up },
  { show: 'late', mark: 'overdue', label: m.watch_stat_late },
  { show: 'paused', mark: 'snoozed', label: m.watch_stat_paused },
  { show: 'unscheduled', mark: 'snoozed', label: m.watch_stat_unscheduled },
] as const;

/** Nine tiles and three rows, each a link to the filtered list; tiles alone on a desk, from 1920 px on in one line. */
export function FleetNumbers({ counts, fresh, line = false }: { counts: Counts; fresh: boolean; line?: boolean }) {
  const all = countAll(counts);
  const tense = tenseOf(!fresh);
  const { automatic, manual, organizationsOk, organizations, inactive } = counts;
  const share = (method: 'automatic' | 'manual', { overdue, ...share }: Counts['manual']) => ({
    to: `/admin/systems?method=${method}`,
    ...share,
    rest: m.watch_overdue({ count: overdue }),
  });
  const shares = [
    { ...share('automatic', automatic), row: m.watch_automatic(), tile: m.watch_stat_automatic() },
    { ...share('manual', manual), row: m.watch_manual(), tile: m.watch_stat_manual() },
    {
      to: '/admin/organizations',
      ok: organizationsOk,
      count: organizations,
      rest: m.watch_inactive({ count: inactive }),
      row: m.shell_place_organizations(),
      tile: m.watch_stat_organizations(),
    },
  ];
  return (
    <>
      <Stats>
        <Stat to="/admin/systems" value={all} label={m.watch_stat_systems({ count: all })} />
        {tiles.map(({ show, mark, label }) => (
          <Stat
            key={show}
            to={`/admin/systems?show=${show}`}
            value={countOf(show, counts)}
            label={label()}
            mark={mark}
            stale={!fresh}
          />
        ))}
        {/* A line of their own where all do not fit into one in every language: the place that is reserved for them is filled. */}
        {line && <span className="basis-full xl:hidden" />}
        {line &&
          shares.map(({ to, ok, count, rest, tile }) => (
            <Stat
              key={to}
              to={to}
              value={<RichText parts={m.watch_stat_of.parts({ ok, count })} />}
              label={`${tile}, ${rest}`}
            />
          ))}
      </Stats>
      {!line && (
        <Rows>
          {shares.map(({ to, ok, count, rest, row }) => (
            <LinkRow key={to} to={to} label={row} value={`${m.watch_share_ok({ ok, count, tense })}, ${rest}`} />
          ))}
        </Rows>
      )}
    </>
  );
}

interface LatestBackupsProps {
  recent: Answer<'recent', 'latest'>;
  /** Epoch ms. */
  now: number;
  /** The number of rows. */
  count?: number;
}

/** The newest backups: time, system, size; each leads to the backups of its system, for those who may see it. */
export function LatestBackups({ recent, now, count = 5 }: LatestBackupsProps) {
  const Link = useLink();
  const opens = useCan('system.read');
  const backups = recent.flatMap(({ backup }) => backup ?? []);
  if (backups.length === 0) return null;
  const row = 'flex min-h-11 items-center gap-3 text-base no-underline pointer-fine:min-h-9';
  return (
    <>
      <SectionTitle>{m.watch_latest_backups()}</SectionTitle>
      <ul className="px-4">
        {backups.slice(0, count).map(({ id, date, system, size }) => {
          const facts = (
            <>
              <time className="text-text3 tabular-nums" dateTime={date}>
                {formatMoment(date, now, reader())}
              </time>
              <b className="flex min-w-0 flex-1">
                <bdi className="truncate">{system.name}</bdi>
              </b>
              <span className="text-text2">{formatBytes(size, reader())}</span>
            </>
          );
          return (
            <li key={id} className="border-b border-line">
              {opens ? (
                <Link to={`/admin/system/backups?id=${system.id}`} className={row}>
                  {facts}
                </Link>
              ) : (
                <div className={row}>{facts}</div>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
