// The column of Watch with the organizations.
import { useQuery } from '@tanstack/react-query';
import { isTrouble } from '#contract/health.ts';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { useCan } from '#app/auth/me.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Mark, toneOf, toneText } from '#app/ui/primitives/mark.tsx';
import { healthMarks } from '#app/features/systems/system-format.ts';
import * as m from '#text/messages.js';

const MAX_ORGANIZATIONS = 10;
const healthQuery = api.organization.healthStatus.queryOptions({});

type Health = Answer<'organization', 'healthStatus'>[number];

/** The organizations, the worst first, each with its share of systems that are ok. */
export default function Organizations() {
  const Link = useLink();
  const query = useQuery({ ...healthQuery, enabled: useCan('system.read') });
  const { fresh } = useFreshness(query);
  const all = query.data ?? [];
  const needing = all.filter((one) => one.health !== 'ok').length;
  const left = all.length - MAX_ORGANIZATIONS;
  const end = query.data && needing > 0 ? m.watch_organizations_not_ok({ count: needing }) : undefined;
  return (
    <section aria-label={m.watch_organizations()}>
      <SectionTitle end={end}>{m.watch_organizations()}</SectionTitle>
      <ul className="px-4">
        {all.slice(0, MAX_ORGANIZATIONS).map((one) => (
          <OrganizationRow key={one.id} organization={one} fresh={fresh} />
        ))}
      </ul>
      {left > 0 && (
        <Link to="/admin/organizations" className="mx-4 inline-flex min-h-11 items-center underline">
          {m.watch_organizations_more({ count: left })}
        </Link>
      )}
    </section>
  );
}

function OrganizationRow({ organization, fresh }: { organization: Health; fresh: boolean }) {
  const Link = useLink();
  const { id, name, ok, systems, health } = organization;
  const kind = healthMarks[health];
  const quiet = !isTrouble(health) || !fresh;
  return (
    <li className="border-b border-line">
      <Link
        to={`/admin/organization/systems?id=${id}`}
        className="flex min-h-11 items-center gap-3 text-base no-underline"
      >
        <Mark kind={kind} size={22} hollow={quiet} {...(!fresh && { className: 'text-text3' })} />
        <b className="min-w-0 flex-1 truncate">{name}</b>
        <span className={cx('tabular-nums', quiet ? 'text-text2' : cx('font-semibold', toneText[toneOf(kind)]))}>
          {m.watch_share_ok({ ok, count: systems, tense: fresh ? 'present' : 'past' })}
        </span>
      </Link>
    </li>
  );
}
