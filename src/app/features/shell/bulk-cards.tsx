// Bulk changes that go on while another page is shown; nothing is fetched where none was begun.
import { Suspense, lazy } from 'react';
import { getItem } from '#app/device/local-storage.ts';
import { BULK_JOBS } from './bulk-key.ts';

const Cards = lazy(() => import('#app/features/systems/bulk-card.tsx'));

/** The bulk changes of the signed-in person that have not ended. */
export function BulkCards() {
  if (!getItem(BULK_JOBS)) return null;
  return (
    <Suspense>
      <Cards />
    </Suspense>
  );
}
