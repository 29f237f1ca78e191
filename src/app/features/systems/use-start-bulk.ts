// Begins a job for the selected systems and opens its page; Back comes back to the row.
import { useRouter } from '@tanstack/react-router';
import { focusAgain } from '#app/ui/list/list-position.ts';
import type { Selection } from '#app/ui/list/selection.ts';
import { type BulkRequest, addressOf, beginJob, followJob } from './bulk-job.ts';

/** `placeId`: the stored position of the list. After a failure the selection stays. */
export function useStartBulk<T>(selection: Selection<T>, placeId: string): (request: BulkRequest) => void {
  const { history } = useRouter();
  return (request) => {
    const begin = async () => {
      const id = await beginJob([...selection.rows.keys()], request);
      if (id === null) return;
      followJob(id, history);
      focusAgain(placeId);
      selection.clear();
      // After the history entry of the selection is gone.
      setTimeout(() => history.push(addressOf(id)));
    };
    void begin();
  };
}
