// Bulk changes that go on while another page is shown: one line each, which leads back to their page.
import { Suspense, lazy } from 'react';
import { useBulkJobs } from './bulk-store.ts';

const BulkCard = lazy(() => import('#app/features/systems/bulk-card.tsx'));

/** The bulk changes of the signed-in person that have not ended. */
export function BulkCards() {
  const jobs = useBulkJobs();
  if (jobs.length === 0) return null;
  return (
    <Suspense>
      {jobs.map((id) => (
        <BulkCard key={id} id={id} />
      ))}
    </Suspense>
  );
}
