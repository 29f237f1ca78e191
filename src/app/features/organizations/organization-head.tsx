// The head of the pages of one organization: its state, the sentence of its worst system, a pause, a call, and the tabs.
import { useQuery } from '@tanstack/react-query';
import { ObjectHeader } from '#app/ui/layout/page-header.tsx';
import { toneOf } from '#app/ui/primitives/mark.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Sky } from '#app/ui/status/glance.tsx';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { UnansweredPart } from '#app/features/shell/query-state.tsx';
import { RecordTabs } from '#app/features/shell/record-tabs.tsx';
import { formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { PauseButton } from './organization-pause.tsx';
import { organizationQuery, useFleetRow } from './organization-queries.ts';
import { sentenceOf, shareText, statusOf } from './organization-text.ts';

const TICK_MS = 30_000;

/** Below the breadcrumb. */
export function OrganizationHead({ id }: { id: string }) {
  const now = useNow(TICK_MS);
  const { data } = useQuery({ ...organizationQuery(id), enabled: useCan('organization.read') });
  const { query, row } = useFleetRow(id);
  const { fresh } = useFreshness(query);
  const number = (count: number) => formatNumber(count, reader());
  const status = row && statusOf(row, now, !fresh);
  const tone = status && fresh && !status.hollow ? toneOf(status.kind) : 'off';
  return (
    <Sky tone={tone === 'none' || tone === 'run' ? 'off' : tone}>
      <UnansweredPart title={m.organizations_not_loaded()} query={query} />
      {row && status && (
        <>
          <div className="flex flex-wrap items-center [&>:first-child]:min-w-0 [&>:first-child]:flex-[1_1_13rem]">
            <ObjectHeader
              heading="h2"
              name={row.name}
              kind={status.kind}
              word={shareText(row, !fresh)}
              quiet={status.hollow}
              stale={!fresh}
            />
            <div className="flex flex-none gap-2 px-4 pb-2">
              {data && <PauseButton organization={data} />}
              <Call phone={data?.phone ?? ''} name={row.name} />
            </div>
          </div>
          <p className="px-4 pb-3 text-text2 wrap-anywhere">{sentenceOf(row, now, !fresh)}</p>
        </>
      )}
      <RecordTabs
        label={data?.name ?? m.systems_organization()}
        id={id}
        tabs={[
          {
            path: '/admin/organization/systems',
            label: data ? m.organizations_tab_systems({ number: number(data.systems) }) : m.shell_place_systems(),
            needs: 'system.read',
          },
          { path: '/admin/organization/client', label: m.systems_client() },
          {
            path: '/admin/organization/users',
            label: data ? m.organizations_tab_users({ number: number(data.users) }) : m.shell_place_users(),
            needs: 'userorg.read',
          },
          { path: '/admin/organization/settings', label: m.systems_tab_settings() },
        ]}
      />
    </Sky>
  );
}

function Call({ phone, name }: { phone: string; name: string }) {
  if (phone === '') return null;
  return (
    <Button square href={`tel:${phone}`} label={m.alarms_call({ organization: name })}>
      <Icon name="phone" />
    </Button>
  );
}
