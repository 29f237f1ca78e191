// The keyboard shortcuts of every page, the hint after g, and the list of shortcuts.
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { KeyHint } from '#app/ui/status/key-hint.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { type Hotkeys, useHotkeys, usePendingChord } from '#app/ui/hooks/use-hotkeys.ts';
import * as m from '#text/messages.js';
import { tabs } from './navigation.ts';
import { checkNow } from './live-panel.tsx';

const chords = (): readonly { key: string; to: string; label: string }[] => [
  { key: 'h', to: '/', label: m.watch_title() },
  { key: 'a', to: '/admin/alarms', label: m.alarms_title() },
  { key: 's', to: '/admin/systems', label: m.shell_place_systems() },
  { key: 'o', to: '/admin/organizations', label: m.shell_place_organizations() },
];

const shortcuts = (): readonly { keys: string; action: string }[] => [
  { keys: 'j  k', action: m.shell_key_rows() },
  { keys: 'Enter', action: m.shell_key_open() },
  { keys: 'a', action: m.shell_key_acknowledge() },
  { keys: 's', action: m.shell_key_snooze() },
  { keys: 't', action: m.shell_key_take_over() },
  { keys: 'b', action: m.shell_key_give_back() },
  { keys: 'c', action: m.shell_key_call() },
  { keys: 'h', action: m.shell_key_hand_over() },
  { keys: 'e', action: m.shell_key_resolve() },
  { keys: 'n', action: m.shell_key_note() },
  { keys: 'o', action: m.shell_key_open_system() },
  { keys: 'x', action: m.shell_key_select() },
  { keys: '/', action: m.shell_key_search() },
  { keys: 'r', action: m.shell_key_refresh() },
  { keys: m.shell_key_tabs(), action: m.shell_key_tabs_action() },
  {
    keys: m.shell_key_go(),
    action: chords()
      .map(({ label }) => label)
      .join(', '),
  },
  { keys: 'Ctrl+S', action: m.shell_key_save() },
  { keys: 'F6', action: m.shell_key_pane() },
  { keys: 'Esc', action: m.shell_key_back() },
];

/** Binds the shortcuts; returns their list and hint for rendering. */
export function useKeyboardShortcuts(): ReactNode {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const router = useRouter();
  const pending = usePendingChord();
  const go = (to: string) => void navigate({ to });
  const keys: Hotkeys = {
    r: checkNow,
    '?': () => setOpen(true),
    Escape: () => {
      if (router.history.canGoBack() && !tabs().some((tab) => tab.to === router.state.location.pathname))
        router.history.back();
    },
  };
  tabs().forEach((tab, index) => {
    keys[String(index + 1)] = () => go(tab.to);
  });
  for (const { key, to } of chords()) keys[`g ${key}`] = () => go(to);
  useHotkeys(keys, { under: true });
  return (
    <>
      <Sheet open={open} onClose={() => setOpen(false)} title={m.shell_keys()}>
        <Facts>
          {shortcuts().map((shortcut) => (
            <FactRow key={shortcut.keys} term={shortcut.keys}>
              {shortcut.action}
            </FactRow>
          ))}
        </Facts>
      </Sheet>
      {pending === 'g' && (
        <KeyHint>
          {m.shell_key_hint({
            targets: chords()
              .map(({ key, label }) => `${key} ${label}`)
              .join(', '),
          })}
        </KeyHint>
      )}
    </>
  );
}
