// Bulk actions that go on while another page is shown: one line each, which leads back to their page.
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import * as m from '#text/messages.js';
import { type BulkRun, useBulkRuns } from './bulk-store.ts';

/** The running bulk actions of the signed-in person. */
export function BulkCards() {
  return useBulkRuns().map((run) => <BulkCard key={run.id} run={run} />);
}

function BulkCard({ run }: { run: BulkRun }) {
  const { rows, isRunning, isWaiting } = run.state.use();
  if (!isRunning) return null;
  const done = rows.filter(({ state }) => state === 'done').length;
  return (
    <div className="pb-2">
      <Rows>
        <LinkRow
          to={run.href}
          label={run.messages.doing}
          {...(isWaiting && { note: m.shell_bulk_waiting() })}
          value={m.ui_bulk_running({ done, count: rows.length })}
        />
      </Rows>
    </div>
  );
}
