// Uploads on Watch: one line each, which leads back to the page of its system.
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { reader } from '#app/device/reader.ts';
import { formatPercent } from '#text/format.ts';
import { shareOf, titleOf, useUploads } from './upload-job.ts';

/** Those that are under way or have failed. */
export default function UploadCards() {
  return (
    <div className="pb-2">
      <Rows>
        {useUploads().map((upload) => {
          const { id } = upload.request.system;
          return (
            <LinkRow
              key={id}
              to={`/admin/system/backups?id=${id}`}
              label={titleOf(upload)}
              {...(upload.error === null && { value: formatPercent(shareOf(upload), reader()) })}
            />
          );
        })}
      </Rows>
    </div>
  );
}
