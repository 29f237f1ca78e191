// The client of an organization: who holds its key, signals, the key, how to start it, its machines, and its report.
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { useCanIn } from '#app/auth/can-in.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { ReportedFacts, mono } from '#app/features/client/client-report.tsx';
import { ClientHead } from '#app/features/client/client-head.tsx';
import { KeyCard } from '#app/features/client/key-card.tsx';
import { keyText } from '#app/features/client/key-text.ts';
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

function KeyState({ organization, now }: ClientProps) {
  const { keyConnected, lastConnection } = organization;
  const time = lastConnection === null ? null : formatMoment(lastConnection, now, reader());
  return (
    <ClientHead
      mark={keyConnected ? <Mark kind="ok" size={34} hollow /> : <Icon name="key" size={34} className="text-text3" />}
      title={keyText(organization)}
      state={time === null ? m.organizations_client_never() : m.organizations_client_last({ time })}
      note={m.organizations_client_note()}
    />
  );
}

/** The report of its client, term by term. */
export function clientFacts({ organization, now }: ClientProps) {
  const { clientVersion, ip, internalIp, hasRpiClient, rpiMacAddress, allowUpgrade, lastConnection } = organization;
  return [
    [m.client_last_connection(), lastConnection && formatMoment(lastConnection, now, reader())],
    [m.client_version(), clientVersion],
    [m.client_upgrades(), allowUpgrade ? m.client_upgrades_itself() : m.client_upgrades_never()],
    [m.client_ip(), mono(ip)],
    [m.client_internal_ip(), mono(internalIp)],
    [m.client_mac(), hasRpiClient && (mono(rpiMacAddress) || m.client_mac_unknown())],
  ] as const;
}

function Report(props: ClientProps) {
  const { organization } = props;
  return (
    <ReportedFacts
      facts={clientFacts(props)}
      lastLog={organization.lastLog}
      lastBackupLog={organization.lastBackupLog}
    />
  );
}
