// The column of Watch with the organizations: the worst first, each with its nights and its share of systems that are ok.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { useFreshness, usePolling } from '#app/realtime/freshness.ts';
import { organizationHref, ORGANIZATIONS } from '#app/features/organizations/organization-addresses.ts';
import type { FleetRow } from '#app/features/organizations/organization-queries.ts';
import { nightsText, shareText, statusOf } from '#app/features/organizations/organization-text.ts';
import { UnansweredPart } from '#app/features/shell/query-state.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Mark, toneOf, toneText } from '#app/ui/primitives/mark.tsx';
import { NightsStrip } from '#app/ui/status/nights-strip.tsx';
import * as m from '#text/messages.js';

const MAX_ORGANIZATIONS = 10;
const worstQuery = api.organization.fleet.queryOptions({
  where: { state: { '!=': 'paused' } },
  sort: JSON.stringify(['severity DESC', 'name ASC']),
  limit: MAX_ORGANIZATIONS,
});
const troubleQuery = api.organization.fleet.queryOptions({ where: { state: 'trouble' }, limit: 1 });

/** The worst organizations. `now` in epoch ms. */
export default function Organizations({ now }: { now: number }) {
  const Link = useLink();
  const options = { enabled: useCan('organization.read'), refetchInterval: usePolling() };
  const query = useQuery({ ...worstQuery, ...options });
  const trouble = useQuery({ ...troubleQuery, ...options }).data?.total ?? 0;
  const { fresh } = useFreshness(query);
  if (query.data === undefined) return <UnansweredPart title={m.organizations_list_not_loaded()} query={query} />;
  const { rows, total } = query.data;
  const left = total - rows.length;
  return (
    <section aria-label={m.shell_place_organizations()}>
      <SectionTitle end={trouble > 0 && m.watch_organizations_trouble({ count: trouble, total })}>
        {m.shell_place_organizations()}
      </SectionTitle>
      <ul className="@container px-4">
        {rows.map((row) => (
          <OrganizationRow key={row.id} row={row} now={now} fresh={fresh} />
        ))}
      </ul>
      {left > 0 && (
        <Link to={ORGANIZATIONS} className="mx-4 inline-flex min-h-11 items-center underline">
          {m.watch_organizations_more({ count: left })}
        </Link>
      )}
    </section>
  );
}

function OrganizationRow({ row, now, fresh }: { row: FleetRow; now: number; fresh: boolean }) {
  const Link = useLink();
  const { kind, hollow } = statusOf(row, now, !fresh);
  const quiet = hollow || !fresh;
  return (
    <li className="border-b border-line">
      <Link to={organizationHref(row.id)} className="flex min-h-11 items-center gap-2.5 text-base no-underline">
        <Mark kind={kind} size={22} hollow={quiet} {...(!fresh && { className: 'text-text3' })} />
        <b dir="auto" className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
          {row.name}
        </b>
        <span className="flex-none @max-[21rem]:hidden">
          <NightsStrip size="T" nights={row.nights} label={nightsText(row)} stale={!fresh} />
        </span>
        <span
          className={cx(
            'min-w-20 flex-none text-end whitespace-nowrap text-secondary tabular-nums',
            quiet ? 'text-text2' : cx('font-semibold', toneText[toneOf(kind)]),
          )}
        >
          {shareText(row, !fresh)}
        </span>
      </Link>
    </li>
  );
}
