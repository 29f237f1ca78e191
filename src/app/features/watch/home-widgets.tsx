// Parts of Watch: how old it all is, the numbers of the fleet, the newest backups.
import { ageWords, bytesWords, clockWords } from '#app/ui/format.ts';
import { Banner } from '#app/ui/status/banner.tsx';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Stat, Stats } from '#app/ui/primitives/stat.tsx';
import type { Answer } from '#app/api/types.ts';
import { useLive } from '#app/realtime/freshness.ts';
import { useNow } from '#app/device/now.ts';
import type { Counts } from './glance-format.ts';

const NEWEST = 5;
const TICK_MS = 5000;

/** How old what is shown is; stays as long as it is only remembered. */
export function AgePlate({ asOf }: { asOf: number }) {
  const { state } = useLive();
  // The page's own clock ticks too slowly for an age of seconds.
  const now = useNow(TICK_MS);
  const at = clockWords(new Date(asOf).toISOString(), now);
  const why = state === 'offline' ? 'No connection.' : 'Not answered since.';
  return <Banner title={`As of ${at}, ${ageWords(now - asOf)} ago`} detail={`${why} It may have changed since.`} />;
}

/** Four tiles and three rows, each a link to the list behind it. */
export function FleetNumbers({ counts, fresh }: { counts: Counts; fresh: boolean }) {
  const { automatic, manual } = counts;
  const stale = !fresh;
  const share = (ok: number, of: number) => `${ok} of ${of} ${fresh ? 'ok' : 'were ok'}`;
  return (
    <>
      <Stats>
        <Stat to="/admin/systems" value={counts.total} label={counts.total === 1 ? 'system' : 'systems'} />
        <Stat to="/admin/systems?show=ok" value={counts.ok} mark="ok" label="ok" stale={stale} />
        <Stat
          to="/admin/systems?show=overdue"
          value={counts.overdue.length}
          mark="overdue"
          label="overdue"
          stale={stale}
        />
        <Stat
          to="/admin/systems?show=notBackedup"
          value={counts.notBackedup.length}
          mark="none"
          label="not backed up"
          stale={stale}
        />
      </Stats>
      <Rows>
        <LinkRow to="/admin/systems?method=automatic" label="Automatic" value={share(automatic.ok, automatic.count)} />
        <LinkRow to="/admin/systems?method=manual" label="Manual" value={share(manual.ok, manual.count)} />
        <LinkRow
          to="/admin/organizations"
          label="Organizations"
          value={share(counts.organizationsOk, counts.organizations)}
        />
      </Rows>
    </>
  );
}

/** When, which system, how large. */
export function JustIn({ recent, now }: { recent: Answer<'recent', 'latest'>; now: number }) {
  const backups = recent.flatMap(({ backup }) => backup ?? []);
  if (backups.length === 0) return null;
  return (
    <>
      <SectionTitle>Just in</SectionTitle>
      <ul className="px-4">
        {backups.slice(0, NEWEST).map((backup) => (
          <li key={backup.id} className="flex min-h-8.5 items-center gap-3 text-base">
            <time className="text-text3 tabular-nums" dateTime={backup.date}>
              {clockWords(backup.date, now)}
            </time>
            <b className="flex-1 truncate">{backup.system.name}</b>
            <span className="text-text2">{bytesWords(backup.size)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
