// The choice of a file to upload as a backup; its name and its date are read from it by a fileset of the system.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MomentField } from '#app/features/shell/moment-field.tsx';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import { useCan } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { instantOfWallTime, wallTimeOf } from '#app/device/wall-time.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import type { System } from '#app/features/systems/system-format.ts';
import { filesetsQuery } from '#app/features/systems/system-queries.ts';
import { formatBytes } from '#text/format.ts';
import * as m from '#text/messages.js';
import { startUpload } from './upload-job.ts';
import { type Reading, useReading } from './use-reading.ts';

interface UploadSheetProps {
  system: System;
  onClose: () => void;
}

/** One file; the upload goes on once the sheet has closed. */
export default function UploadSheet({ system, onClose }: UploadSheetProps) {
  const [file, setFile] = useState<File | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Sheet
      open
      onClose={onClose}
      anchor={null}
      title={m.uploads_title()}
      detail={m.uploads_detail({ system: system.name })}
    >
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={m.uploads_choose()}
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
      />
      <Button wide kind={file === null ? 'lamp' : 'quiet'} onPress={() => picker.current?.click()}>
        {file === null ? m.uploads_choose() : m.uploads_choose_other()}
      </Button>
      {file && file.size === 0 && (
        <p className="px-4 pt-4 text-misstext" role="alert">
          {m.uploads_empty()}
        </p>
      )}
      {file && file.size > 0 && <ChosenFile key={`${file.name} ${file.lastModified}`} system={system} file={file} />}
    </Sheet>
  );
}

const none: readonly never[] = [];

function ChosenFile({ system, file }: { system: System; file: File }) {
  const mayRead = useCan('fileset.read');
  const query = useQuery({ ...filesetsQuery(system.id), enabled: mayRead });
  const { data } = query;
  const reading = useReading(file, mayRead ? data?.rows : none, system.organization.timeZone);
  if (reading !== null) return <UploadForm system={system} file={file} reading={reading} />;
  return data === undefined ? <Unanswered title={m.filesets_not_loaded()} query={query} /> : <Skeleton />;
}

function UploadForm({ system, file, reading }: { system: System; file: File; reading: Reading }) {
  const closeThen = useCloseThen();
  const { timeZone } = reader();
  const first = wallTimeOf(Date.parse(reading.date), timeZone);
  const [moment, setMoment] = useState(first);
  const [tried, setTried] = useState(false);
  // Its seconds stay where nothing was changed.
  const at = moment === first ? Date.parse(reading.date) : instantOfWallTime(moment, timeZone);
  // The server rejects other dates, and leaves some hours for clocks that run ahead.
  const isAccepted = at !== null && at >= 0 && at <= Date.now();
  const { fileset, name, isFileDate } = reading;
  const start = () => {
    setTried(true);
    if (!isAccepted) return;
    const request = { system, file, name, date: new Date(at).toISOString() };
    closeThen(() => void startUpload({ ...request, ...(fileset && { fileset: fileset.id }) }));
  };
  return (
    <div className="grid gap-4 pt-4 [--field-inset:0px]">
      <Facts>
        <FactRow term={m.backups_file()}>
          <bdi>{name}</bdi>
        </FactRow>
        <FactRow term={m.backups_size()}>{formatBytes(file.size, reader())}</FactRow>
        <FactRow term={m.uploads_read_by()}>
          {fileset === null ? m.uploads_read_by_none() : <bdi>{fileset.description || fileset.glob}</bdi>}
        </FactRow>
      </Facts>
      <MomentField
        label={m.uploads_date()}
        hint={isFileDate ? m.uploads_date_of_file() : undefined}
        timeZone={timeZone}
        error={tried && !isAccepted ? m.uploads_date_refused() : undefined}
        value={moment}
        onChange={setMoment}
        onEnter={start}
      />
      <Button kind="lamp" wide onPress={start}>
        {m.uploads_start()}
      </Button>
    </div>
  );
}
