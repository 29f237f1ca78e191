// The tabs of the pages of one system; the keys 1 to 7 open them.
import { useNavigate } from '@tanstack/react-router';
import { type RecordTab, RecordTabs, tabAddress, useOpenTabs } from '#app/features/shell/record-tabs.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import * as m from '#text/messages.js';

const systemTabs = (): readonly RecordTab[] => [
  { path: '/admin/system', label: m.systems_tab_overview() },
  { path: '/admin/system/backups', label: m.backups_title(), needs: 'backup.read' },
  { path: '/admin/system/filesets', label: m.systems_tab_filesets(), needs: 'fileset.read' },
  { path: '/admin/system/client', label: m.systems_client() },
  { path: '/admin/system/scans', label: m.scans_title(), needs: 'scanresult.read' },
  { path: '/admin/system/purge', label: m.systems_tab_purge(), needs: 'backup.read' },
  { path: '/admin/system/settings', label: m.systems_tab_settings() },
];

/** `label` names the navigation. */
export function SystemTabs({ id, label }: { id: string; label: string }) {
  const tabs = useOpenTabs(systemTabs());
  useTabKeys(tabs.map((tab) => tabAddress(tab, id)));
  return <RecordTabs label={label} id={id} tabs={tabs} />;
}

// These keys override those of the shell.
function useTabKeys(addresses: readonly string[]): void {
  const navigate = useNavigate();
  useHotkeys(Object.fromEntries(addresses.map((to, index) => [String(index + 1), () => void navigate({ to })])));
}
