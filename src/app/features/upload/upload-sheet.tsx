// The choice of a file to upload as a backup; its name and its date are read from it by a fileset of the system.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { MomentField } from '#app/features/shell/moment-field.tsx';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { type PickerOption, PickerRow } from '#app/ui/form/picker.tsx';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import { useCan } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { instantOfWallTime, wallTimeOf } from '#app/device/wall-time.ts';
import { filesetName } from '#app/features/filesets/fileset-form.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import type { System } from '#app/features/systems/system-format.ts';
import { filesetsQuery } from '#app/features/systems/system-queries.ts';
import { formatBytes } from '#text/format.ts';
import * as m from '#text/messages.js';
import { startUpload } from './upload-job.ts';
import { type Reading, useReadings } from './use-reading.ts';

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
  const readings = useReadings(file, mayRead ? data?.rows : none, system);
  if (readings !== null) return <UploadForm system={system} file={file} readings={readings} />;
  return data === undefined ? <Unanswered title={m.filesets_not_loaded()} query={query} /> : <Skeleton />;
}

interface UploadFormProps {
  system: System;
  file: File;
  readings: readonly Reading[];
}

const keyOf = ({ fileset }: Reading): string => fileset?.id ?? '';
const optionOf = (reading: Reading): PickerOption => ({
  value: keyOf(reading),
  label: reading.fileset ? filesetName(reading.fileset) : m.uploads_read_by_none(),
  note: reading.note,
});

function UploadForm({ system, file, readings }: UploadFormProps) {
  const closeThen = useCloseThen();
  const { timeZone } = reader();
  const best = readings.find(({ isRead }) => isRead);
  const [chosen, setChosen] = useState(best ? keyOf(best) : '');
  const reading = readings.find((one) => keyOf(one) === chosen);
  const [typed, setTyped] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const options = readings.filter((one) => one.fileset || !best).map(optionOf);
  if (!reading) return null;
  const { fileset, name, date, isFileDate } = reading;
  const first = wallTimeOf(Date.parse(date), timeZone);
  const moment = typed ?? first;
  // Its seconds stay where nothing was changed.
  const at = moment === first ? Date.parse(date) : instantOfWallTime(moment, timeZone);
  // The server rejects other dates, and leaves some hours for clocks that run ahead.
  const isAccepted = at !== null && at >= 0 && at <= Date.now();
  const start = () => {
    setTried(true);
    if (!isAccepted) return;
    const request = { system, file, name, date: new Date(at).toISOString() };
    closeThen(() => void startUpload({ ...request, ...(fileset && { fileset: fileset.id }) }));
  };
  const choose = (key: string) => {
    setChosen(key);
    setTyped(null);
  };
  return (
    <div className="grid gap-4 pt-4 [--field-inset:0px]">
      <Facts>
        <FactRow term={m.backups_file()}>
          <bdi>{name}</bdi>
        </FactRow>
        <FactRow term={m.backups_size()}>{formatBytes(file.size, reader())}</FactRow>
        {options.length === 1 && (
          <FactRow term={m.uploads_read_by()}>
            <bdi>{options[0]?.label}</bdi>
          </FactRow>
        )}
      </Facts>
      {options.length > 1 && (
        <FieldRows>
          <PickerRow label={m.uploads_read_by()} value={chosen} options={options} onChange={choose} />
        </FieldRows>
      )}
      <MomentField
        label={m.uploads_date()}
        hint={isFileDate ? m.uploads_date_of_file() : undefined}
        timeZone={timeZone}
        error={tried && !isAccepted ? m.uploads_date_refused() : undefined}
        value={moment}
        onChange={setTyped}
        onEnter={start}
      />
      <Button kind="lamp" wide onPress={start}>
        {m.uploads_start()}
      </Button>
    </div>
  );
}
