// The wait for the first report, live: nothing yet, a client that is connected, a run that failed.
import { useEffect, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { Strip } from '#app/ui/status/strip.tsx';
import { reader } from '#app/device/reader.ts';
import { formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { stepHref } from './first-steps.tsx';
import type { FirstSystem } from './use-first-steps.ts';

type Reported = Pick<FirstSystem, 'connected' | 'failedAt' | 'failedReason' | 'runningSince'>;

/** The state of the wait; a run may have failed without a reason. */
export function reportText({ connected, failedAt, failedReason, runningSince }: Reported): string {
  if (failedAt !== null) return failedReason ? m.firstrun_failed({ reason: failedReason }) : m.firstrun_failed_silent();
  if (runningSince !== null) return m.firstrun_running();
  return connected ? m.firstrun_connected() : m.firstrun_waiting();
}

/** Leads on by itself once the first backup is there. */
export function FirstReport({ system }: { system: FirstSystem }) {
  const navigate = useNavigate();
  const [since] = useState(() => new Date().toISOString());
  const { failedAt, lastBackup, strip } = system;
  useEffect(() => {
    if (lastBackup !== null) void navigate({ to: stepHref('arrived'), replace: true });
  }, [lastBackup, navigate]);
  return (
    <div className="border-t border-line px-4 pt-3 pb-2" role="status">
      <div className="overflow-hidden">
        <Strip cells={strip} />
      </div>
      <div className="flex items-center gap-3 pt-2">
        <Mark kind={failedAt !== null ? 'failed' : 'running'} size={34} hollow={failedAt === null} />
        <p className="min-w-0 wrap-anywhere">
          <b className="block text-lg font-[650]">{reportText(system)}</b>
          <span className="text-text2">
            {failedAt === null ? m.firstrun_since({ time: formatTime(since, reader()) }) : m.firstrun_failed_note()}
          </span>
        </p>
      </div>
    </div>
  );
}
