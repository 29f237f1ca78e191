// Long work that goes on while another page is shown, on Watch; nothing is fetched where none was begun.
import { Suspense, lazy } from 'react';
import { getItem } from '#app/device/local-storage.ts';
import { BULK_JOBS } from './bulk-key.ts';
import { uploadCount } from './upload-count.ts';

const BulkCards = lazy(() => import('#app/features/systems/bulk-card.tsx'));
const UploadCards = lazy(() => import('#app/features/upload/upload-cards.tsx'));

/** The bulk changes of the signed-in person that have not ended, and the uploads of this page. */
export function WorkCards() {
  const hasUploads = uploadCount.use() > 0;
  return (
    <Suspense>
      {getItem(BULK_JOBS) && <BulkCards />}
      {hasUploads && <UploadCards />}
    </Suspense>
  );
}
