// The report of a client about itself: addresses, software, and its last log lines.
import { type ReactNode, useState } from 'react';
import { type Fact, KnownFacts } from '#app/ui/layout/known-facts.tsx';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { flash } from '#app/device/flash.ts';
import { reader } from '#app/device/reader.ts';
import { ConfirmSheet } from '#app/features/shell/confirm-sheet.tsx';
import { platformLabel } from '#app/features/systems/system-facts.ts';
import type { System } from '#app/features/systems/system-format.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

/** An address or a host name; nothing where it was not reported. */
export const mono = (text: string | null): ReactNode =>
  text !== null && text !== '' && <bdi className="font-mono text-code">{text}</bdi>;

/** The report about a system, term by term. */
export function clientFacts(system: System, now: number): readonly Fact[] {
  const { lastConnection, platform, clientVersion, softwareRole, softwareVersion, allowUpgrade } = system;
  return [
    [m.client_last_connection(), lastConnection && formatMoment(lastConnection, now, reader())],
    [m.client_platform(), platformLabel(platform)],
    [m.client_version(), clientVersion],
    [m.client_upgrades(), allowUpgrade ? m.client_upgrades_itself() : m.client_upgrades_never()],
    [m.client_host(), mono(system.server)],
    [m.client_ip(), mono(system.ip)],
    [m.client_internal_ip(), mono(system.internalIp)],
    [m.client_mac(), system.hasRpiClient && (mono(system.rpiMacAddress) || m.client_mac_unknown())],
    [m.client_software(), softwareRole],
    [m.client_software_version(), softwareVersion],
  ];
}

/** Facts that it never reported are left out. */
export function ClientReport({ system, now }: { system: System; now: number }) {
  return (
    <>
      <ReportedFacts facts={clientFacts(system, now)} lastLog={system.lastLog} lastBackupLog={system.lastBackupLog} />
      <ForgetReport system={system} />
    </>
  );
}

interface ReportedFactsProps {
  /** Those without a value are left out. */
  facts: readonly Fact[];
  /** Undefined while only the row of a list is known, which has no logs. */
  lastLog: string | null | undefined;
  lastBackupLog: string | null | undefined;
}

/** The report of any client: facts, then the last lines of its logs. */
export function ReportedFacts({ facts, lastLog, lastBackupLog }: ReportedFactsProps) {
  return (
    <>
      <SectionTitle>{m.client_reported()}</SectionTitle>
      <KnownFacts facts={facts} />
      <Log title={m.client_last_log()} lines={lastLog} />
      <Log title={m.client_last_backup_log()} lines={lastBackupLog} />
    </>
  );
}

/** Lines of a log; nothing where there are none. */
export function Log({ title, lines }: { title: string; lines: string | null | undefined }) {
  if (!lines?.trim()) return null;
  return (
    <>
      <SectionTitle>{title}</SectionTitle>
      <pre className="mx-3 mt-2 rounded-[18px] bg-s1 p-3.5 font-mono text-code text-[0.875rem]/[1.45] whitespace-pre-wrap wrap-anywhere">
        {lines}
      </pre>
    </>
  );
}

function ForgetReport({ system: { id, name, organizationId } }: { system: System }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!useCanIn('system.update', organizationId)) return null;
  return (
    <>
      <Rows>
        <LinkRow
          icon="trash"
          label={<span className="text-misstext">{m.client_forget()}</span>}
          note={m.client_forget_note()}
          onPress={setAnchor}
        />
      </Rows>
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchor={anchor}
        title={m.client_forget_title({ name })}
        detail={m.client_forget_detail()}
      >
        <ConfirmSheet
          hold={m.client_forget_hold()}
          confirm={m.client_forget_confirm()}
          failed={m.forms_not_removed()}
          onConfirm={() => api.system.clearClientInfo({ id })}
          onDone={() => flash('positive', m.client_forget_done())}
        />
      </Sheet>
    </>
  );
}
