// The route admin/fileset/settings: one fileset, or a new one of a system, also filled from a scan.
import { createFileRoute } from '@tanstack/react-router';
import { FilesetScreen } from '#app/features/filesets/fileset-screen.tsx';

interface Search {
  id?: string;
  system?: string;
  scan?: string;
}

const keys = ['id', 'system', 'scan'] as const;

export const Route = createFileRoute('/_main/admin/fileset/settings')({
  staticData: { bar: 'own' },
  validateSearch: (search: Record<string, unknown>): Search =>
    Object.fromEntries(keys.flatMap((key) => (typeof search[key] === 'string' ? [[key, search[key]]] : []))),
  component: Settings,
});

function Settings() {
  const { id, system, scan } = Route.useSearch();
  return <FilesetScreen key={id ?? `${system} ${scan}`} id={id} system={system} scan={scan} />;
}
