// Parts of Watch: the age of cached data, the numbers of the fleet, the newest backups.
import type { Answer } from '#app/api/types.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { useLive } from '#app/realtime/freshness.ts';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Stat, Stats } from '#app/ui/primitives/stat.tsx';
import { Banner } from '#app/ui/status/banner.tsx';
import { formatAge, formatBytes, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { Counts } from './glance-format.ts';

const TICK_MS = 5000;

/** The age of what is on screen, shown while it is cached data. `asOf`: epoch ms of the answer. */
export function AgePlate({ asOf }: { asOf: number }) {
  const { state } = useLive();
  // The clock of the page ticks too slowly for an age in seconds.
  const now = useNow(TICK_MS);
  const time = formatMoment(new Date(asOf).toISOString(), now, reader());
  const detail = state === 'offline' ? m.watch_age_offline() : m.watch_age_no_answer();
  return <Banner title={m.watch_age({ time, age: formatAge(now - asOf, reader()) })} detail={detail} />;
}

/** Four tiles and three rows, each a link to the filtered list; in one line on a desk. */
export function FleetNumbers({ counts, fresh, line = false }: { counts: Counts; fresh: boolean; line?: boolean }) {
  const { automatic, manual } = counts;
  const stale = !fresh;
  const tense = fresh ? 'present' : 'past';
  const share = (ok: number, count: number) => m.watch_share_ok({ ok, count, tense });
  const shares = [
    {
      to: '/admin/systems?method=automatic',
      label: m.watch_automatic(),
      value: share(automatic.ok, automatic.count),
    },
    { to: '/admin/systems?method=manual', label: m.watch_manual(), value: share(manual.ok, manual.count) },
    {
      to: '/admin/organizations',
      label: m.watch_organizations(),
      value: share(counts.organizationsOk, counts.organizations),
    },
  ];
  return (
    <>
      <Stats>
        <Stat to="/admin/systems" value={counts.total} label={m.watch_stat_systems({ count: counts.total })} />
        <Stat to="/admin/systems?show=ok" value={counts.ok} mark="ok" label={m.watch_stat_ok()} stale={stale} />
        <Stat
          to="/admin/systems?show=overdue"
          value={counts.overdue.length}
          mark="overdue"
          label={m.watch_stat_overdue()}
          stale={stale}
        />
        <Stat
          to="/admin/systems?show=notBackedup"
          value={counts.notBackedup.length}
          mark="none"
          label={m.watch_stat_not_backed_up()}
          stale={stale}
        />
        {line && shares.map((one) => <Stat key={one.to} {...one} />)}
      </Stats>
      {!line && (
        <Rows>
          {shares.map((one) => (
            <LinkRow key={one.to} {...one} />
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

/** The newest backups: time, system, size. */
export function LatestBackups({ recent, now, count = 5 }: LatestBackupsProps) {
  const backups = recent.flatMap(({ backup }) => backup ?? []);
  if (backups.length === 0) return null;
  return (
    <>
      <SectionTitle>{m.watch_latest_backups()}</SectionTitle>
      <ul className="px-4">
        {backups.slice(0, count).map((backup) => (
          <li key={backup.id} className="flex min-h-8.5 items-center gap-3 text-base">
            <time className="text-text3 tabular-nums" dateTime={backup.date}>
              {formatMoment(backup.date, now, reader())}
            </time>
            <b className="flex-1 truncate">{backup.system.name}</b>
            <span className="text-text2">{formatBytes(backup.size, reader())}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
