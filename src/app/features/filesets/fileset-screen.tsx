// The settings of a fileset with the live test of its rule, or a new one, also filled from a scan.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { Unanswered, UnansweredPart, isLoading } from '#app/features/shell/query-state.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { findingsOf } from '#contract/scan-findings.ts';
import { systemQuery } from '#app/features/systems/system-queries.ts';
import * as m from '#text/messages.js';
import { FilesetFields } from './fileset-fields.tsx';
import { type FilesetValues, type SystemRef, filesetKind, onWindows } from './fileset-form.ts';
import { NameTester } from './name-tester.tsx';
import { suggestRule } from './suggest-rule.ts';

interface FilesetScreenProps {
  id: string | undefined;
  /** The id of the system of a new fileset. */
  system: string | undefined;
  /** The id of the scan that a new fileset is filled from. */
  scan: string | undefined;
}

const SAMPLES = 6;

/** Mount it anew for another one. */
export function FilesetScreen({ id, system, scan }: FilesetScreenProps) {
  const known = useQuery({
    ...api.fileset.get.queryOptions({ id: id ?? '' }, { persist: true }),
    enabled: useCan('fileset.read') && id !== undefined,
  });
  const filled = useQuery({
    ...api.scanresult.get.queryOptions({ id: scan ?? '' }),
    enabled: useCan('scanresult.read') && scan !== undefined,
  });
  const systemId = known.data?.system.id ?? system ?? filled.data?.system.id ?? '';
  const owner = useQuery({ ...systemQuery(systemId), enabled: useCan('system.read') && systemId !== '' });
  const reference = known.data?.system ?? owner.data;
  if (scan !== undefined && filled.data === undefined)
    return (
      <RecordPage title={m.filesets_new()} parent="/admin/systems" steps={[]}>
        <Unanswered title={m.scans_one_not_loaded()} forbidden={m.scans_forbidden()} query={filled} />
      </RecordPage>
    );
  const names = findingsOf(filled.data?.result).unmatched.map(({ file }) => file);
  return (
    <Settings
      id={id}
      system={reference ?? { id: systemId, name: m.systems_system() }}
      timeZone={owner.data?.organization.timeZone ?? 'UTC'}
      windows={onWindows(owner.data)}
      names={names}
    />
  );
}

interface SettingsProps {
  id: string | undefined;
  system: SystemRef;
  timeZone: string;
  windows: boolean;
  /** The names that a new fileset is made for. */
  names: readonly string[];
}

function Settings({ id, system, timeZone, windows, names }: SettingsProps) {
  const key = JSON.stringify(names);
  const { id: systemId, name } = system;
  const kind = useMemo(() => {
    const given = JSON.parse(key) as string[];
    return filesetKind({ id: systemId, name }, given.length > 0 ? suggestRule(given) : undefined);
  }, [systemId, name, key]);
  return (
    <RecordScreen
      kind={kind}
      id={id}
      fields={<FilesetFields />}
      renderPreview={({ values }) => (
        <Samples rule={values} id={id} system={systemId} names={names} timeZone={timeZone} windows={windows} />
      )}
    />
  );
}

type SamplesProps = Omit<SettingsProps, 'system'> & { rule: FilesetValues; system: string };

/** The test on the names of a scan, else of the newest backups of the fileset, else of those of its system. */
function Samples({ rule, id, system, names, ...machine }: SamplesProps) {
  const mayRead = useCan('backup.read');
  const newest = (where: Record<string, unknown>) =>
    api.backup.list.queryOptions({ where, sort: 'date DESC', limit: SAMPLES, select: 'file' });
  const own = useQuery({ ...newest({ system, fileset: id ?? '' }), enabled: mayRead && id !== undefined });
  const others = useQuery({ ...newest({ system }), enabled: mayRead && id === undefined && system !== '' });
  if (isLoading(own) || isLoading(others)) return <Skeleton />;
  // Where the rule reads a name, backups have that name in place of their file's.
  const isFile = Number(rule.nameField) === 0;
  const stored = (isFile && (own.data ?? others.data)?.rows.map(({ file }) => file)) || [];
  return (
    <>
      {names.length === 0 && (
        <UnansweredPart title={m.shell_not_loaded_backups()} query={id === undefined ? others : own} />
      )}
      <NameTester rule={rule} found={names.length > 0 ? names : stored} system={system} {...machine} />
    </>
  );
}
