// Acknowledging a few alarms at once, and many only after a sheet has listed them.
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { acknowledge } from './alarm-actions.ts';
import type { Alarm } from './alarm-format.ts';

/** More alarms than this are listed first. */
const MOST_AT_ONCE = 3;

const AcknowledgeSheet = lazy(() => import('./acknowledge-sheet.tsx'));

/** Returns the function that acknowledges, and the sheet to render beside whatever calls it. `onDone`: some were acknowledged. */
export function useAcknowledge(
  onDone: () => void = () => undefined,
): [acknowledge: (alarms: readonly Alarm[]) => void, sheet: ReactNode] {
  const [listed, setListed] = useState<readonly Alarm[] | null>(null);
  const [used, setUsed] = useState(false);
  const send = (alarms: readonly Alarm[]): void => {
    void acknowledge(alarms);
    onDone();
  };
  const request = (alarms: readonly Alarm[]): void => {
    if (alarms.length <= MOST_AT_ONCE) return send(alarms);
    setUsed(true);
    setListed(alarms);
  };
  const sheet = used && (
    <Suspense fallback={null}>
      <AcknowledgeSheet alarms={listed} onAcknowledge={send} onClose={() => setListed(null)} />
    </Suspense>
  );
  return [request, sheet];
}
