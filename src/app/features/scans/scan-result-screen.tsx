// One scan: what it found by fileset, what is in none, how it looked, and deleting it.
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { useCan } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { ActivityLink } from '#app/features/shell/activity-link.tsx';
import { ConfirmDelete } from '#app/features/shell/confirm-sheet.tsx';
import { NotFound } from '#app/features/shell/error-pages.tsx';
import { Unanswered, isLoading } from '#app/features/shell/query-state.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import { type Tense, tenseOf } from '#app/realtime/tense.ts';
import { formatMoment } from '#text/format.ts';
import { isGone } from '#app/features/shell/is-gone.ts';
import * as m from '#text/messages.js';
import { FindingsView } from './findings-view.tsx';
import { type Findings, countsOf, findingsOf } from '#contract/scan-findings.ts';
import { ScanDetails } from './scan-details.tsx';
import { type Scan, methodText, reasonText, scanMark, stateText } from './scan-text.ts';

const TICK_MS = 30_000;

/** The scan with the id in the address. The result may be large, so it is fetched after the rest. */
export function ScanResultScreen({ id }: { id: string }) {
  const mayRead = useCan('scanresult.read');
  const query = useQuery({
    ...api.scanresult.get.queryOptions({ id, excludeResult: true }, { persist: true }),
    enabled: mayRead,
  });
  const tense = tenseOf(!useFreshness(query).fresh);
  // Deleting takes it out of the cache before the page is left.
  const [deleting, setDeleting] = useState<Scan | null>(null);
  const scan = query.data ?? deleting;
  const full = useQuery({ ...api.scanresult.get.queryOptions({ id }), enabled: mayRead && isOver(scan) });
  if (!scan && isGone(query.error)) return <NotFound />;
  if (!scan)
    return (
      <RecordPage title={m.scans_one()} parent="/admin/manual_scans" steps={manualSteps()}>
        <Unanswered title={m.scans_one_not_loaded()} forbidden={m.scans_forbidden()} query={query} />
      </RecordPage>
    );
  const findings = full.data && findingsOf(full.data.result);
  const parent = `/admin/system/scans?id=${scan.system.id}`;
  return (
    <RecordPage
      title={m.scans_one()}
      parent={parent}
      steps={[{ to: parent, label: scan.system.name }]}
      primary={findings && <MakeFileset scan={scan} findings={findings} />}
    >
      <ScanHead scan={scan} findings={findings} tense={tense} />
      {isOver(scan) && findings === undefined && <Unanswered title={m.scans_result_not_loaded()} query={full} />}
      {scan.status === 'done' && findings?.isKnown && <FindingsView findings={findings} />}
      {!isLoading(full) && (
        <>
          <ScanDetails scan={scan} result={full.data?.result} tense={tense} />
          <ActivityLink record={scan} />
          <DeleteScan scan={scan} parent={parent} onDeleting={setDeleting} />
        </>
      )}
    </RecordPage>
  );
}

const manualSteps = () => [{ to: '/admin/manual_scans', label: m.shell_place_manual_scans() }];
const isOver = (scan: Scan | null): boolean => scan?.status === 'done' || scan?.status === 'failed';

function headingOf(scan: Scan, findings: Findings | undefined, tense: Tense): string {
  if (scan.status !== 'done' || !findings?.isKnown) return stateText(scan, tense);
  const { all, unmatched } = countsOf(findings);
  return unmatched > 0 ? m.scans_unmatched_of({ count: unmatched, all }) : m.scans_all_known({ count: all });
}

interface ScanHeadProps {
  scan: Scan;
  findings: Findings | undefined;
  tense: Tense;
}

function ScanHead({ scan, findings, tense }: ScanHeadProps) {
  const now = useNow(TICK_MS);
  const reason = reasonText(scan) || findings?.error;
  return (
    <div className="flex items-start gap-3 px-4 pt-3 pb-2">
      <Mark kind={scanMark(scan)} size={34} hollow={scan.status !== 'failed' && scan.status !== 'timed-out'} />
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-[1.5rem]/[1.2] font-bold tracking-[-0.022em]">{headingOf(scan, findings, tense)}</h2>
        <p className="text-text2">
          {m.scans_when({ time: formatMoment(scan.createdAt, now, reader()), how: methodText(scan) })}
        </p>
        {reason && <p className="pt-1 text-misstext">{reason}</p>}
      </div>
    </div>
  );
}

/** Opens the form of a fileset, filled from the names that are in none. */
function MakeFileset({ scan, findings }: { scan: Scan; findings: Findings }) {
  const { history } = useRouter();
  const { id, system, organizationId } = scan;
  const mayUpdate = useCanIn('system.update', organizationId);
  if (!useCanIn('fileset.create', organizationId) || !mayUpdate || findings.unmatched.length === 0) return null;
  return (
    <Button kind="lamp" onPress={() => history.push(`/admin/fileset/settings?system=${system.id}&scan=${id}`)}>
      <Icon name="plus" />
      {m.scans_make_fileset()}
    </Button>
  );
}

interface DeleteScanProps {
  scan: Scan;
  parent: string;
  onDeleting: (scan: Scan | null) => void;
}

function DeleteScan({ scan, parent, onDeleting }: DeleteScanProps) {
  const { history } = useRouter();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!useCanIn('scanresult.destroy', scan.organizationId)) return null;
  const leave = () => {
    flash('positive', m.scans_deleted());
    history.replace(parent);
  };
  return (
    <>
      <Rows>
        <LinkRow icon="trash" label={<span className="text-misstext">{m.scans_delete()}</span>} onPress={setAnchor} />
      </Rows>
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchor={anchor}
        title={m.scans_delete_title()}
        detail={m.scans_delete_detail()}
      >
        <ConfirmDelete
          record={scan}
          destroy={() => api.scanresult.destroy({ id: scan.id })}
          onDeleting={onDeleting}
          onDone={leave}
        />
      </Sheet>
    </>
  );
}
