// The page of a bulk change, which goes on when the page is left.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Crumb, type CrumbStep } from '#app/ui/layout/page-header.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { BulkButtons, BulkHead, type BulkRow, BulkRows } from '#app/ui/status/bulk-progress.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { Sky, type SkyTone } from '#app/ui/status/glance.tsx';
import { api } from '#app/api/client.ts';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { LivePanel } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import * as m from '#text/messages.js';
import { continueJob, followJob, isWorking, rowsOf, useJob } from './bulk-job.ts';
import { type Job, useJobTexts } from './bulk-texts.ts';

interface BulkPageProps {
  /** The id of the job, from the address. */
  id: string;
  /** The list that it was started from. */
  list: Required<CrumbStep>;
}

/** Shows a job of the signed-in person; one that is gone says so. */
export function BulkPage({ id, list }: BulkPageProps) {
  const { history } = useRouter();
  const query = useJob(id);
  const back = () => (history.canGoBack() ? history.back() : history.push(list.to));
  useEffect(() => (id === '' ? undefined : followJob(id, history)), [id, history]);
  if (query.data) return <Progress job={query.data} query={query} list={list} onBack={back} />;
  const isGone = id === '' || (query.error instanceof ApiError && [400, 404].includes(query.error.status));
  if (!isGone)
    return (
      <Page title={list.label}>
        <Unanswered title={m.systems_bulk_not_loaded()} query={query} />
      </Page>
    );
  return (
    <Page title={list.label}>
      <Empty
        art={<Icon name="check" size={56} className="text-text3" />}
        title={m.lists_bulk_gone()}
        action={<Button onPress={() => history.push(list.to)}>{m.lists_bulk_back()}</Button>}
      >
        {m.lists_bulk_gone_detail()}
      </Empty>
    </Page>
  );
}

/** The sky of a job that has ended; one that was stopped is neither good nor bad. */
function toneOf(rows: readonly BulkRow[]): SkyTone {
  if (rows.some(({ state }) => state === 'failed')) return 'miss';
  return rows.every(({ state }) => state === 'done') ? 'ok' : 'off';
}

type ProgressProps = {
  job: Job;
  query: ReturnType<typeof useJob>;
  list: Required<CrumbStep>;
  onBack: () => void;
};

function Progress({ job, query, list, onBack }: ProgressProps) {
  const { history } = useRouter();
  const { fresh } = useFreshness(query);
  const [shows, setShows] = useState<{ id: string } | null>(null);
  const [isStopping, setStopping] = useState(false);
  const texts = useJobTexts(job) ?? { doing: '', did: '' };
  const rows = rowsOf(job);
  const isRunning = isWorking(job);
  useTitle(isRunning ? texts.doing : texts.did);
  const stop = () => {
    setStopping(true);
    void api.job
      .stop({ id: job.id })
      .catch((error: unknown) => flash('negative', errorMessage(error)))
      .finally(() => setStopping(false));
  };
  const isUndone = job.results.some(({ state }) => state === 'undone' || state === 'undoing');
  const buttons = (
    <BulkButtons
      rows={rows}
      isRunning={isRunning}
      isStopping={isStopping}
      onStop={stop}
      onRetry={isUndone ? undefined : () => void continueJob(job.id, 'retry', history)}
      onUndo={job.mayUndo ? () => void continueJob(job.id, 'undo', history) : undefined}
      undoCount={job.results.filter(({ state }) => state === 'done').length}
      onBack={onBack}
    />
  );
  const header = (
    <Sky tone={isRunning ? 'off' : toneOf(rows)}>
      <Crumb steps={[list, { label: m.lists_selected({ count: job.total }) }]} end={<LivePanel />} />
      <BulkHead rows={rows} isRunning={isRunning} onBar={(id) => setShows({ id })}>
        {isRunning && !fresh ? m.lists_bulk_waiting() : isRunning ? texts.doing : texts.did}
      </BulkHead>
    </Sky>
  );
  return (
    <Page ground="deep" measure="form" header={header} dock={buttons} scrollId="bulk">
      <BulkRows rows={rows} isRunning={isRunning} shows={shows} onLook={(href) => history.push(href)} />
    </Page>
  );
}
