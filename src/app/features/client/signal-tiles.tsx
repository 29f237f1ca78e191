// The signals to the client of a system as tiles, each with its last result.
import { useEffect } from 'react';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { useNow } from '#app/device/now.ts';
import * as m from '#text/messages.js';
import {
  type Reported,
  type Signal,
  recordAnswer,
  resultText,
  sendSignal,
  signals,
  useSignalResult,
} from './client-signals.ts';
import css from './signal-tiles.module.css';

const TICK_MS = 5000;

const looks: Record<Signal, { icon: IconName; label: () => string; note: () => string }> = {
  backup: { icon: 'refresh', label: m.systems_back_up, note: m.client_backup_note },
  restart: { icon: 'restart', label: m.client_restart, note: m.client_restart_note },
  identify: { icon: 'eye', label: m.client_identify, note: m.client_identify_note },
};

interface SignalTilesProps {
  system: Reported;
  /** Default: all that a client obeys. */
  only?: readonly Signal[];
}

/** Needs a connected client. */
export function SignalTiles({ system, only = signals }: SignalTilesProps) {
  const now = useNow(TICK_MS);
  return (
    <div className={css['tiles']} role="group" aria-label={m.client_signals()}>
      {only.map((signal) => (
        <SignalTile key={signal} system={system} signal={signal} now={now} />
      ))}
    </div>
  );
}

function SignalTile({ system, signal, now }: { system: Reported; signal: Signal; now: number }) {
  const result = useSignalResult(system.id, signal);
  useEffect(() => recordAnswer(system, signal), [system, signal, result]);
  const { icon, label, note } = looks[signal];
  const busy = result?.state === 'sending';
  // A Raspberry Pi has no log on a screen.
  const first = signal === 'identify' && system.type === 'rpiclient' ? m.rpi_identify_note : note;
  return (
    <button
      type="button"
      className={css['tile']}
      aria-busy={busy || undefined}
      onClick={() => !busy && void sendSignal(system, signal)}
    >
      <Icon name={icon} size={26} />
      <span>
        {label()}
        <small role="status" className={result?.state === 'failed' ? css['failed'] : ''}>
          {result === undefined ? first() : resultText(system, signal, result, now)}
        </small>
      </span>
    </button>
  );
}
