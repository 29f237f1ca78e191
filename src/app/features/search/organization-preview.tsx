// The sentence, the nights and the facts of the chosen organization, beside the results.
import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '#app/ui/hooks/use-debounced.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { NightsStrip } from '#app/ui/status/nights-strip.tsx';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { OrganizationFacts } from '#app/features/organizations/organization-facts.tsx';
import { organizationQuery, useFleetRow } from '#app/features/organizations/organization-queries.ts';
import { nightsText, sentenceOf } from '#app/features/organizations/organization-text.ts';
import * as m from '#text/messages.js';

const SETTLE_MS = 150;

/** Loaded once the choice rests on it; until then nothing is shown. */
export default function OrganizationPreview({ id }: { id: string }) {
  const settled = useDebounced(id, SETTLE_MS);
  return settled === id ? <Known id={id} /> : null;
}

function Known({ id }: { id: string }) {
  const now = useNow(30_000);
  const { data } = useQuery({ ...organizationQuery(id), enabled: useCan('organization.read') });
  const { query, row } = useFleetRow(id);
  const stale = !useFreshness(query).fresh;
  if (data === undefined || row === undefined) return null;
  return (
    <>
      <p className="font-semibold wrap-anywhere">{sentenceOf(row, now, stale)}</p>
      <div className="flex-none overflow-hidden">
        <NightsStrip nights={row.nights} label={nightsText(row)} stale={stale} />
      </div>
      <div className="flex-none [--card-inset:0px] [--row-height:40px]">
        <OrganizationFacts organization={data} row={row} now={now} stale={stale} />
      </div>
      {data.phone !== '' && (
        <Button wide size="medium" href={`tel:${data.phone}`}>
          <Icon name="phone" size={22} />
          {m.alarms_call_short()}
        </Button>
      )}
    </>
  );
}
