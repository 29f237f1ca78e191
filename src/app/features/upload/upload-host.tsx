// The upload to a system on its pages: the sheet that begins it, and its progress.
import { Suspense, lazy } from 'react';
import { Card } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { reader } from '#app/device/reader.ts';
import type { System } from '#app/features/systems/system-format.ts';
import { formatPercent } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type Upload, forgetUpload, startUpload, useUpload } from './upload-job.ts';
import { closeUpload, useIsUploadOpen } from './upload-opened.ts';

const UploadSheet = lazy(() => import('./upload-sheet.tsx'));

export function UploadHost({ system }: { system: System }) {
  const upload = useUpload(system.id);
  const isOpen = useIsUploadOpen(system.id);
  if (upload) return <Progress upload={upload} />;
  if (!isOpen) return null;
  return (
    <Suspense>
      <UploadSheet system={system} onClose={closeUpload} />
    </Suspense>
  );
}

function Progress({ upload: { order, sent, error, cancel } }: { upload: Upload }) {
  const { name, file, system } = order;
  const share = sent / file.size;
  if (error !== null)
    return (
      <Card title={m.uploads_failed({ name, system: system.name })}>
        <p className="text-misstext">{error}</p>
        <div className="flex gap-2 pt-2">
          <Button size="small" onPress={() => void startUpload(order)}>
            {m.actions_try_again()}
          </Button>
          <Button size="small" onPress={() => forgetUpload(system.id)}>
            {m.actions_discard()}
          </Button>
        </div>
      </Card>
    );
  const label = m.uploads_under_way({ name });
  return (
    <Card title={label} end={formatPercent(share, reader())}>
      <svg
        className="h-3.5 w-full text-okbar"
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(share * 100)}
      >
        <rect width="100%" height="14" rx="3" className="fill-s3" />
        <rect width={`${100 * share}%`} height="14" rx="3" fill="currentColor" />
      </svg>
      <div className="flex gap-2 pt-2">
        <Button size="small" onPress={cancel}>
          {m.uploads_cancel()}
        </Button>
      </div>
    </Card>
  );
}
