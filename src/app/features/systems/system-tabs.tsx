// The tabs of the pages of one system; the keys 1 to 7 open them.
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { SubTabs } from '#app/ui/layout/page-header.tsx';
import { type useCan, useMe } from '#app/auth/me.ts';
import { may } from '#contract/permissions.ts';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import * as m from '#text/messages.js';

const tabs: readonly (readonly [path: string, label: () => string, needs?: Parameters<typeof useCan>[0]])[] = [
  ['', m.systems_tab_overview],
  ['/backups', m.systems_tab_backups, 'backup.read'],
  ['/filesets', m.systems_tab_filesets, 'fileset.read'],
  ['/client', m.systems_tab_client],
  ['/scans', m.systems_tab_scans, 'scanresult.read'],
  ['/purge', m.systems_tab_purge, 'backup.read'],
  ['/settings', m.systems_tab_settings],
];

/** `label` names the navigation. */
export function SystemTabs({ id, label }: { id: string; label: string }) {
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') });
  const me = useMe();
  const seen = tabs.filter(([, , needs]) => !needs || (me && may(me, needs)));
  const own = seen.map(([end, text]) => ({ to: `/admin/system${end}?id=${id}`, label: text(), end }));
  useTabKeys(own.map(({ to }) => to));
  return (
    <SubTabs
      label={label}
      tabs={own.map(({ to, label: text, end }) => ({ to, label: text, current: path === `/admin/system${end}` }))}
    />
  );
}

// These keys override those of the shell.
function useTabKeys(addresses: readonly string[]): void {
  const navigate = useNavigate();
  useHotkeys(Object.fromEntries(addresses.map((to, index) => [String(index + 1), () => void navigate({ to })])));
}
