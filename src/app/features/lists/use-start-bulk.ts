// Starts a bulk action from the selection of a list and opens its page; Back comes back to the row.
import { useRouter } from '@tanstack/react-router';
import type { Selection } from '#app/ui/list/selection.ts';
import { focusAgain } from '#app/ui/list/list-position.ts';
import { flash } from '#app/device/flash.ts';
import type { BulkRun } from '#app/features/shell/bulk-store.ts';
import * as m from '#text/messages.js';
import { type BulkAction, startBulkRun } from './bulk-run.ts';

/** Starts a bulk action; its rows are those of the selection, which ends. */
export type StartBulk = (act: Omit<BulkAction, 'onEnd'>) => void;

const LASTS_MS = 8000;

/** `placeId`: the stored position of the list. */
export function useStartBulk<T>(selection: Selection<T>, placeId: string): StartBulk {
  const { history } = useRouter();
  return (act) => {
    const onEnd = (run: BulkRun) => {
      if (history.location.href === run.href) return;
      const { rows } = run.state.get();
      const done = rows.filter(({ state }) => state === 'done').length;
      const action = { word: m.lists_bulk_show(), run: () => history.push(run.href) };
      const kind = done === rows.length ? 'positive' : 'negative';
      flash(kind, run.messages.result({ done, count: rows.length }), { timeout: LASTS_MS, action });
    };
    focusAgain(placeId);
    selection.clear();
    const { href } = startBulkRun({ ...act, onEnd });
    // After the history entry of the selection is gone.
    setTimeout(() => history.push(href));
  };
}
