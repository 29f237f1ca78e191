// The page of a bulk action, which goes on when the page is left.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Crumb, type CrumbStep } from '#app/ui/layout/page-header.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { BulkButtons, BulkHead, type BulkRow, BulkRows } from '#app/ui/status/bulk-progress.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { Sky, type SkyTone } from '#app/ui/status/glance.tsx';
import { type BulkRun, useBulkRuns } from '#app/features/shell/bulk-store.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { LivePanel } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import * as m from '#text/messages.js';

interface BulkPageProps {
  /** The id of the run, from the address. */
  id: string | undefined;
  /** The list that it was started from. */
  list: Required<CrumbStep>;
}

/** Shows a run of this session; after a reload there is none. */
export function BulkPage({ id, list }: BulkPageProps) {
  const { history } = useRouter();
  const run = useBulkRuns().find((one) => one.id === id);
  const back = () => (history.canGoBack() ? history.back() : history.push(list.to));
  if (run !== undefined) return <Progress run={run} list={list} onBack={back} />;
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

/** The sky of a run that has ended; one that was stopped is neither good nor bad. */
function toneOf(rows: readonly BulkRow[]): SkyTone {
  if (rows.some(({ state }) => state === 'failed')) return 'miss';
  return rows.every(({ state }) => state === 'done') ? 'ok' : 'off';
}

function Progress({ run, list, onBack }: { run: BulkRun; list: Required<CrumbStep>; onBack: () => void }) {
  const { rows, isRunning, isStopping, isWaiting, isUndo } = run.state.use();
  const [shows, setShows] = useState<{ id: string } | null>(null);
  const { doing, did } = run.messages;
  useTitle(isRunning ? doing : did);
  const buttons = (
    <BulkButtons
      rows={rows}
      isRunning={isRunning}
      isStopping={isStopping}
      onStop={run.stop}
      onRetry={isUndo ? undefined : run.retry}
      onUndo={run.undo}
      onBack={onBack}
    />
  );
  const header = (
    <Sky tone={isRunning ? 'off' : toneOf(rows)}>
      <Crumb steps={[list, { label: m.lists_selected({ count: rows.length }) }]} end={<LivePanel />} />
      <BulkHead rows={rows} isRunning={isRunning} onBar={(id) => setShows({ id })}>
        {isWaiting ? m.lists_bulk_waiting() : isRunning ? doing : did}
      </BulkHead>
    </Sky>
  );
  return (
    <Page ground="deep" measure="form" header={header} dock={buttons} scrollId="bulk">
      <BulkRows rows={rows} isRunning={isRunning} shows={shows} />
    </Page>
  );
}
