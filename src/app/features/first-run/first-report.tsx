// The wait for the first report, live: nothing yet, a client that is connected, a run that failed.
import { useEffect } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { Strip } from '#app/ui/status/strip.tsx';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
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

/** The begin of the wait or of the run; after a failure the next try. `asked`: when the command was first shown. */
export function sinceText({ failedAt, runningSince }: Reported, asked: string, now: number): string {
  return failedAt === null
    ? m.firstrun_since({ time: formatMoment(runningSince ?? asked, now, reader()) })
    : m.firstrun_failed_note();
}

interface FirstReportProps {
  system: FirstSystem;
  /** The instant at which the command was first shown. */
  asked: string;
}

/** Leads on by itself once the first backup is there. */
export function FirstReport({ system, asked }: FirstReportProps) {
  const navigate = useNavigate();
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
          <span className="text-text2">{sinceText(system, asked, Date.now())}</span>
        </p>
      </div>
    </div>
  );
}
