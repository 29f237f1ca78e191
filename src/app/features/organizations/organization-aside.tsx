// The column beside the systems of an organization on a desk: its nights, facts and people, and folded its client and settings.
import { FieldFacts } from '#app/ui/form/field-texts.tsx';
import { Fold, Folds } from '#app/ui/layout/fold.tsx';
import { Card } from '#app/ui/layout/rows.tsx';
import { NightsStrip } from '#app/ui/status/nights-strip.tsx';
import { useNow } from '#app/device/now.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { KnownFacts } from '#app/ui/layout/known-facts.tsx';
import { Log } from '#app/features/client/client-report.tsx';
import { keyText } from '#app/features/client/key-text.ts';
import * as m from '#text/messages.js';
import { clientFacts } from './organization-client.tsx';
import { OrganizationFacts } from './organization-facts.tsx';
import { organizationFields, readOrganization } from './organization-kind.ts';
import { type Organization, useFleetRow } from './organization-queries.ts';
import { nightsText } from './organization-text.ts';
import { PeopleCard } from './people-card.tsx';

const TICK_MS = 30_000;

/** Below the head. */
export function OrganizationAside({ organization }: { organization: Organization }) {
  const now = useNow(TICK_MS);
  const { query, row } = useFleetRow(organization.id);
  const stale = !useFreshness(query).fresh;
  const { clientVersion, phone, timeZone, lastLog } = organization;
  return (
    <aside
      aria-label={organization.name}
      className="w-88 flex-none overflow-y-auto border-s border-line pb-4 [--row-height:44px]"
    >
      {row && (
        <>
          <Card title={m.systems_last_28_days()}>
            <NightsStrip nights={row.nights} label={nightsText(row)} stale={stale} />
          </Card>
          <OrganizationFacts organization={organization} row={row} now={now} stale={stale} />
        </>
      )}
      <PeopleCard organization={organization} now={now} />
      <Folds label={m.organizations_advanced()}>
        <Fold title={m.systems_client()} note={[keyText(organization), clientVersion].filter(Boolean).join(', ')}>
          <KnownFacts facts={clientFacts({ organization, now })} />
          <Log title={m.client_last_log()} lines={lastLog} />
        </Fold>
        <Fold title={m.systems_tab_settings()} note={[phone, timeZone].filter(Boolean).join(', ')}>
          <FieldFacts fields={organizationFields()} values={readOrganization(organization)} />
        </Fold>
      </Folds>
    </aside>
  );
}
