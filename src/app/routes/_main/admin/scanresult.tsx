// The route admin/scanresult: one scan.
import { createFileRoute } from '@tanstack/react-router';
import { ScanResultScreen } from '#app/features/scans/scan-result-screen.tsx';
import { NotFound } from '#app/features/shell/error-pages.tsx';

export const Route = createFileRoute('/_main/admin/scanresult')({
  staticData: { bar: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: ScanResult,
});

function ScanResult() {
  const { id } = Route.useSearch();
  return id === undefined ? <NotFound /> : <ScanResultScreen key={id} id={id} />;
}
