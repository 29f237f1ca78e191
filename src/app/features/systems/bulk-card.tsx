// One bulk change at work, as a line on Watch.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import * as m from '#text/messages.js';
import { addressOf, followJob, isWorking, useJob } from './bulk-job.ts';
import { useJobTexts } from './bulk-texts.ts';

export default function BulkCard({ id }: { id: string }) {
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
