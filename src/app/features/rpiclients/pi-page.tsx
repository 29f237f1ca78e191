// One Raspberry Pi client: its assignment, the signals to it, and its report.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { ClientHead } from '#app/features/client/client-head.tsx';
import { ReportedFacts, mono } from '#app/features/client/client-report.tsx';
import { SignalTiles } from '#app/features/client/signal-tiles.tsx';
import { organizationHref } from '#app/features/organizations/organization-addresses.ts';
import { ActivityLink } from '#app/features/shell/activity-link.tsx';
import { ConfirmSheet } from '#app/features/shell/confirm-sheet.tsx';
import { NotFound } from '#app/features/shell/error-pages.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { leadsTo } from '#app/features/lists/list-searches.ts';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { formatDateTime } from '#text/format.ts';
import { isGone } from '#app/features/shell/is-gone.ts';
import * as m from '#text/messages.js';
import { AssignSheet } from './assign-sheet.tsx';
import { PiTile } from './pi-list.tsx';
import { piSignals } from './pi-signals.ts';
import { PI_CLIENTS, type PiClient, isUnassigned, piName, seenText } from './pi-text.ts';

const TICK_MS = 5000;

/** Mount it anew for another one. */
export function PiClientPage({ id }: { id: string }) {
  const query = useQuery({
    ...api.rpiclient.get.queryOptions({ id }, { persist: true }),
    enabled: useCan('rpiclient.read'),
  });
  const { data: pi, error } = query;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const mayAssign = useCanIn('rpiclient.update', pi?.organizationId ?? null);
  if (!pi && isGone(error)) return <NotFound />;
  return (
    <RecordPage
      title={pi ? piName(pi) : m.rpi_one()}
      {...leadsTo(PI_CLIENTS, m.shell_place_rpiclients())}
      primary={
        pi &&
        mayAssign && (
          <Button kind="lamp" onPress={setAnchor}>
            {isUnassigned(pi) ? m.rpi_assign() : m.rpi_reassign()}
          </Button>
        )
      }
    >
      {pi ? (
        <Inside pi={pi} mayAssign={mayAssign} />
      ) : (
        <Unanswered title={m.rpi_not_loaded()} forbidden={m.rpi_forbidden()} query={query} />
      )}
      {pi && anchor && <AssignSheet pi={pi} anchor={anchor} onClose={() => setAnchor(null)} />}
    </RecordPage>
  );
}

function Inside({ pi, mayAssign }: { pi: PiClient; mayAssign: boolean }) {
  const now = useNow(TICK_MS);
  const { system, organization } = pi;
  const mayOpen = useCan('organization.read');
  // Without an assignment it is a Pi of no organization.
  const mayEnd = useCanIn('rpiclient.update', null);
  return (
    <>
      <ClientHead
        mark={<PiTile waits={isUnassigned(pi)} />}
        title={isUnassigned(pi) ? m.rpi_head_waits() : piName(pi)}
        state={seenText(pi, now)}
      />
      {mayAssign && <SignalTiles system={piSignals(pi)} only={['identify', 'restart']} />}
      <div className="pt-3">
        <Rows label={m.rpi_belongs_to()}>
          {system && <LinkRow to={`/admin/system?id=${system.id}`} icon="systems" label={<bdi>{system.name}</bdi>} />}
          {organization && mayOpen && (
            <LinkRow to={organizationHref(organization.id)} icon="building" label={<bdi>{organization.name}</bdi>} />
          )}
          {mayEnd && !isUnassigned(pi) && <EndAssignment pi={pi} />}
        </Rows>
      </div>
      <Report pi={pi} />
      <ActivityLink record={pi} />
    </>
  );
}

function Report({ pi }: { pi: PiClient }) {
  const { macAddress, name, ip, version, lastConnection, createdAt } = pi;
  const at = (iso: string) => formatDateTime(iso, reader());
  const facts = [
    [m.client_mac(), mono(macAddress)],
    [m.forms_name(), name !== '' && <bdi key="name">{name}</bdi>],
    [m.client_ip(), mono(ip)],
    [m.client_version(), version],
    [m.client_last_connection(), lastConnection && at(lastConnection)],
    [m.rpi_first_seen_term(), at(createdAt)],
  ] as const;
  return <ReportedFacts facts={facts} lastLog={null} lastBackupLog={null} />;
}

function EndAssignment({ pi }: { pi: PiClient }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = piName(pi);
  return (
    <>
      <LinkRow
        icon="minus"
        label={<span className="text-misstext">{m.rpi_end()}</span>}
        note={m.rpi_end_note()}
        onPress={setAnchor}
      />
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchor={anchor}
        title={m.rpi_end_title({ name })}
        detail={m.rpi_end_detail()}
      >
        <ConfirmSheet
          hold={m.rpi_end_hold()}
          confirm={m.rpi_end_confirm()}
          failed={m.rpi_end_failed()}
          onConfirm={() =>
            api.rpiclient.update({ id: pi.id, system: null, organization: null }, { ifMatch: pi.editedAt })
          }
          onDone={() => flash('positive', m.rpi_ended({ name }))}
        />
      </Sheet>
    </>
  );
}
