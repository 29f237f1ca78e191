// The upload to a system on its pages: the sheet that begins it, and its progress.
import { Suspense, lazy, useEffect } from 'react';
import { Card } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { ShareBar } from '#app/ui/status/share-bar.tsx';
import { reader } from '#app/device/reader.ts';
import type { System } from '#app/features/systems/system-format.ts';
import { formatPercent } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type Upload, forgetUpload, shareOf, startUpload, titleOf, useUpload } from './upload-job.ts';
import { closeUpload, useIsUploadOpen } from './upload-opened.ts';

const UploadSheet = lazy(() => import('./upload-sheet.tsx'));

export function UploadHost({ system }: { system: System }) {
  const upload = useUpload(system.id);
  const isOpen = useIsUploadOpen(system.id);
  const hasFailed = upload !== undefined && upload.error !== null;
  useEffect(() => {
    if (!isOpen || upload === undefined) return;
    // Another file takes the place of a failed one, not of one that is under way.
    if (hasFailed) forgetUpload(system.id);
    else closeUpload();
  }, [isOpen, upload, hasFailed, system.id]);
  if (upload) return <Progress upload={upload} />;
  if (!isOpen) return null;
  return (
    <Suspense>
      <UploadSheet system={system} onClose={closeUpload} />
    </Suspense>
  );
}

function Progress({ upload }: { upload: Upload }) {
  const { request, key, error, stop } = upload;
  const [title, share] = [titleOf(upload), shareOf(upload)];
  return (
    <Card title={title} end={error === null && formatPercent(share, reader())}>
      {error === null ? <ShareBar share={share} progress={title} /> : <p className="text-misstext">{error}</p>}
      <div className="flex gap-2 pt-2">
        {/* One button, which keeps the focus. */}
        <Button
          size="small"
          disabled={error === null && key !== null}
          onPress={error === null ? stop : () => void startUpload(request, upload)}
        >
          {error === null ? m.uploads_cancel() : m.actions_try_again()}
        </Button>
        {error !== null && (
          <Button size="small" onPress={() => forgetUpload(request.system.id)}>
            {m.actions_discard()}
          </Button>
        )}
      </div>
    </Card>
  );
}
