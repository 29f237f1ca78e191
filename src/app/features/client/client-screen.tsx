// The tab with the client of a system: who holds its key, signals, the key itself, and the report of the client.
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useCanIn } from '#app/auth/can-in.ts';
import { reader } from '#app/device/reader.ts';
import { ClientMark } from '#app/features/systems/client-mark.tsx';
import { type Held, SystemPage } from '#app/features/systems/system-frame.tsx';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { ClientHead } from './client-head.tsx';
import { ClientReport } from './client-report.tsx';
import { KeyCard } from './key-card.tsx';
import { keyText } from './key-text.ts';
import { SignalTiles } from './signal-tiles.tsx';

/** The tab Client of a system. */
export function ClientScreen() {
  return <SystemPage title={m.systems_client()}>{(held) => <Client key={held.system.id} held={held} />}</SystemPage>;
}

function Client({ held }: { held: Held }) {
  const { system, now } = held;
  const { id, name, organizationId, keyConnected, connected } = system;
  const mayUpdate = useCanIn('system.update', organizationId);
  return (
    <>
      <KeyState held={held} />
      {mayUpdate && connected && <SignalTiles system={system} />}
      <KeyCard owner={{ noun: 'system', id, name, organizationId }} claimed={keyConnected} />
      <ClientReport system={system} now={now} />
    </>
  );
}

function KeyState({ held: { system, now, fresh } }: { held: Held }) {
  const { keyConnected, connected, organization, lastConnection } = system;
  const tense = tenseOf(!fresh);
  const title =
    connected && !keyConnected ? m.client_of_organization({ organization: organization.name }) : keyText(system);
  let state = connected ? m.systems_client_connected({ tense }) : m.systems_client_never();
  if (lastConnection !== null) {
    const time = formatMoment(lastConnection, now, reader());
    state = connected ? m.client_connected_since({ time, tense }) : m.systems_client_offline_since({ time });
  }
  return (
    <ClientHead
      mark={
        connected || keyConnected ? (
          <ClientMark connected={connected} fresh={fresh} size={34} />
        ) : (
          <Icon name="key" size={34} className="text-text3" />
        )
      }
      title={title}
      state={state}
      note={connected ? undefined : m.client_signals_need_connection()}
    />
  );
}
