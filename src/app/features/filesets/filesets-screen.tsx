// The tab with the filesets of a system: the rules that tell which files are its backups.
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Help } from '#app/ui/status/help.tsx';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Empty, EmptyStrip } from '#app/ui/status/empty.tsx';
import { api } from '#app/api/client.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { useCan } from '#app/auth/me.ts';
import { saveCsv } from '#app/features/lists/csv-action.ts';
import { CsvButton } from '#app/features/lists/csv-button.tsx';
import { Unanswered, isLoading } from '#app/features/shell/query-state.tsx';
import { type Held, type PageActions, SystemPage } from '#app/features/systems/system-frame.tsx';
import { lastOfFileset, newestQuery } from '#app/features/systems/system-overview.tsx';
import * as m from '#text/messages.js';
import { type Fileset, filesetName } from './fileset-form.ts';

const MOST = 200;

/** The tab Filesets of a system. */
export function FilesetsScreen() {
  return (
    <SystemPage title={m.systems_tab_filesets()} actions={actionsOf}>
      {(held) => <Filesets key={held.system.id} held={held} />}
    </SystemPage>
  );
}

const actionsOf = ({ system }: Held): PageActions => ({
  primary: <AddFileset system={system.id} organizationId={system.organizationId} />,
});

function AddFileset({ system, organizationId }: { system: string; organizationId: string }) {
  const { history } = useRouter();
  const mayUpdate = useCanIn('system.update', organizationId);
  if (!useCanIn('fileset.create', organizationId) || !mayUpdate) return null;
  return (
    <Button kind="lamp" onPress={() => history.push(`/admin/fileset/settings?system=${system}`)}>
      <Icon name="plus" />
      {m.filesets_add()}
    </Button>
  );
}

/** Its filesets, with the date of the last backup of each where the backups are known. */
export function Filesets({ held: { system, now } }: { held: Held }) {
  const all = api.fileset.list.queryOptions(
    { where: { system: system.id }, sort: 'description ASC', limit: MOST },
    { persist: true },
  );
  const query = useQuery({ ...all, enabled: useCan('fileset.read') });
  const newest = useQuery({ ...newestQuery(system.id), enabled: useCan('backup.read') });
  const scan = useQuery({ ...lastScanQuery(system.id), enabled: useCan('scanresult.read') });
  if (query.data === undefined || isLoading(newest) || isLoading(scan))
    return (
      <Unanswered
        title={m.filesets_not_loaded()}
        forbidden={m.filesets_forbidden()}
        query={query.data === undefined ? query : isLoading(newest) ? newest : scan}
      />
    );
  const { rows, total } = query.data;
  if (rows.length === 0)
    return (
      <Empty art={<EmptyStrip />} title={m.systems_filesets_none()}>
        {m.filesets_none_detail()}
      </Empty>
    );
  const counts = scan.data?.rows[0]?.counts;
  const matchedText = ({ id }: Fileset): string => {
    const set = counts?.filesets.find((one) => one.id === id);
    return set === undefined ? '' : `. ${m.filesets_matched({ count: set.files })}`;
  };
  return (
    <>
      <SectionTitle
        end={
          <span className="-my-3 flex items-center">
            {m.lists_count({ count: total })}
            <Help term={m.systems_filesets()} text={m.filesets_help()} />
            <CsvButton onPress={() => void saveCsv('filesets', all)} />
          </span>
        }
      >
        {m.systems_filesets()}
      </SectionTitle>
      <Rows label={m.systems_filesets()}>
        {rows.map((fileset) => (
          <LinkRow
            key={fileset.id}
            to={`/admin/fileset/settings?id=${fileset.id}`}
            label={<bdi>{filesetName(fileset)}</bdi>}
            note={
              <>
                <bdi className="block font-mono text-code">{fileset.glob}</bdi>
                <span>{readsText(fileset) + matchedText(fileset)}</span>
              </>
            }
            value={lastOfFileset(newest.data?.rows, fileset.id, now)}
          />
        ))}
      </Rows>
      {total > MOST && <p className="px-4 pt-3 text-text2">{m.lists_limited({ shown: MOST, total })}</p>}
    </>
  );
}

/** The newest scan that looked for files and came to its end. */
const lastScanQuery = (system: string) =>
  api.scanresult.ofSystem.queryOptions(
    { system, where: { status: 'done', method: ['manual', 'scheduled'] }, limit: 1 },
    { persist: true },
  );

/** The source of the date: the name, or the time of the file. */
const readsText = ({ static: isStatic, dateField, dateFormat, timeField, timeFormat }: Fileset): string => {
  if (isStatic) return m.filesets_reads_static();
  if (dateField === 0) return m.filesets_reads_modified();
  return m.filesets_reads_name({ format: timeField > 0 ? `${dateFormat} ${timeFormat}` : dateFormat });
};
