// The facts of an organization in short: its systems, its last backup, its phone, its time, and the people whom it rings now.
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { useCan } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { isRung } from '#app/features/alarms/recipients-text.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { customerTime } from '#app/features/systems/customer-time.ts';
import { formatList, formatMoment } from '#text/format.ts';
import { useRecipients } from '#app/features/alarms/use-recipients.ts';
import * as m from '#text/messages.js';
import type { FleetRow, Organization } from './organization-queries.ts';
import { shareText } from './organization-text.ts';

interface OrganizationFactsProps {
  organization: Organization;
  row: FleetRow;
  now: number;
  stale: boolean;
}

/** A card. */
export function OrganizationFacts({ organization: { id, phone, timeZone }, row, now, stale }: OrganizationFactsProps) {
  const recipients = useRecipients({ organization: id }, useCan('alarm.read'));
  const { fresh } = useFreshness(recipients);
  const rung = recipients.data?.filter(isRung).map(({ user }) => user?.name ?? m.alarms_someone());
  const there = customerTime(now, timeZone);
  return (
    <Facts>
      <FactRow term={m.shell_place_systems()}>{shareText(row, stale)}</FactRow>
      <FactRow term={m.systems_last_backup()}>
        {row.lastBackup === null ? m.systems_never() : formatMoment(row.lastBackup, now, reader())}
      </FactRow>
      {phone !== '' && (
        <FactRow term={m.organizations_phone()}>
          <bdi>{phone}</bdi>
        </FactRow>
      )}
      {there && <FactRow term={m.systems_customer_clock()}>{there}</FactRow>}
      {(rung ?? recipients.error) && (
        <FactRow term={m.watch_on_call_rings()}>
          {rung && fresh ? formatList(rung, reader()) || m.organizations_rings_nobody() : m.systems_unknown()}
        </FactRow>
      )}
    </Facts>
  );
}
