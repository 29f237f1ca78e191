// The client of an organization: who holds its key, signals, the key, how to start it, its machines, and its report.
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { FactRow, Facts, SectionTitle } from '#app/ui/layout/rows.tsx';
import { useCanIn } from '#app/auth/can-in.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { Log } from '#app/features/client/client-report.tsx';
import { KeyCard } from '#app/features/client/key-card.tsx';
import { SignalTiles } from '#app/features/client/signal-tiles.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { OrganizationHead } from './organization-head.tsx';
import { OrganizationMachines } from './organization-machines.tsx';
import { OrganizationPage, organizationSteps } from './organization-page.tsx';
import type { Organization } from './organization-queries.ts';

const TICK_MS = 30_000;

/** Mount it anew for another organization. */
export function OrganizationClient({ id }: { id: string | undefined }) {
  return <OrganizationPage id={id}>{(organization) => <Client organization={organization} />}</OrganizationPage>;
}

function Client({ organization }: { organization: Organization }) {
  const now = useNow(TICK_MS);
  const { id, name, keyConnected, lastConnection, lastLog } = organization;
  const mayUpdate = useCanIn('organization.update', id);
  // An organization does not report its connection: a signal without a connected client gets an error.
  const reported = { connected: keyConnected, runningSince: null, lastBackup: null, failedAt: null };
  return (
    <RecordPage title={name} {...organizationSteps()} tabs={<OrganizationHead id={id} />}>
      <KeyState organization={organization} now={now} />
      {mayUpdate && keyConnected && (
        <SignalTiles system={{ ...reported, id, name, lastConnection, lastLog, type: 'organization' }} />
      )}
      <KeyCard owner={{ noun: 'organization', id, name, organizationId: id }} claimed={keyConnected} />
      <OrganizationMachines organization={organization} now={now} />
      <Report organization={organization} now={now} />
    </RecordPage>
  );
}

interface ClientProps {
  organization: Organization;
  now: number;
}

function KeyState({ organization: { keyConnected, lastConnection }, now }: ClientProps) {
  const time = lastConnection === null ? null : formatMoment(lastConnection, now, reader());
  return (
    <div className="flex items-start gap-3 px-4 pt-4 pb-2">
      {keyConnected ? <Mark kind="ok" size={34} hollow /> : <Icon name="key" size={34} className="text-text3" />}
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-[1.25rem]/[1.25] font-[650] tracking-[-0.018em]">
          {keyConnected ? m.client_holds_key() : m.client_key_free()}
        </h2>
        <p className="text-text2">
          {time === null ? m.organizations_client_never() : m.organizations_client_last({ time })}
        </p>
        <p className="pt-1 text-text3">{m.organizations_client_note()}</p>
      </div>
    </div>
  );
}

function Report({ organization, now }: ClientProps) {
  const { clientVersion, ip, internalIp, hasRpiClient, rpiMacAddress, allowUpgrade, lastConnection } = organization;
  const mono = (text: string) => <bdi className="font-mono text-code">{text}</bdi>;
  const facts = [
    [m.client_last_connection(), lastConnection && formatMoment(lastConnection, now, reader())],
    [m.client_version(), clientVersion],
    [m.client_upgrades(), allowUpgrade ? m.client_upgrades_itself() : m.client_upgrades_never()],
    [m.client_ip(), ip && mono(ip)],
    [m.client_internal_ip(), internalIp && mono(internalIp)],
    [m.client_mac(), hasRpiClient && (rpiMacAddress ? mono(rpiMacAddress) : m.client_mac_unknown())],
  ] as const;
  return (
    <>
      <SectionTitle>{m.client_reported()}</SectionTitle>
      <Facts>
        {facts
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <FactRow key={term} term={term}>
              {value}
            </FactRow>
          ))}
      </Facts>
      <Log title={m.client_last_log()} lines={organization.lastLog} />
      <Log title={m.client_last_backup_log()} lines={organization.lastBackupLog} />
    </>
  );
}
