// Bulk changes at work on Watch: one line each, which leads back to their page.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import * as m from '#text/messages.js';
import { addressOf, followJob, isWorking, useJob } from './bulk-job.ts';
import { useBulkJobs } from './bulk-store.ts';
import { useJobTexts } from './bulk-texts.ts';

/** The bulk changes of the signed-in person that have not ended. */
export default function BulkJobCards() {
  return useBulkJobs().map((id) => <BulkCard key={id} id={id} />);
}

function BulkCard({ id }: { id: string }) {
  const { data: job } = useJob(id);
  const { history } = useRouter();
  useEffect(() => followJob(id, history), [id, history]);
  const texts = useJobTexts(job);
  if (!job || !isWorking(job) || !texts) return null;
  const done = job.results.filter(({ state }) => state === (job.state === 'undoing' ? 'undone' : 'done')).length;
  return (
    <div className="pb-2">
      <Rows>
        <LinkRow to={addressOf(id)} label={texts.doing} value={m.ui_bulk_running({ done, count: job.total })} />
      </Rows>
    </div>
  );
}
