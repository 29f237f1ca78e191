// The list of the keyboard shortcuts, in a sheet.
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import * as m from '#text/messages.js';
import { chords } from './keyboard-chords.ts';

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
  { keys: m.shell_key_shift_click(), action: m.shell_key_range() },
  { keys: '/', action: m.shell_key_search() },
  { keys: 'Ctrl+K', action: m.shell_search_all() },
  { keys: 'Ctrl+Enter', action: m.shell_key_beside() },
  { keys: 'r', action: m.shell_key_refresh() },
  { keys: m.shell_key_tabs(), action: m.shell_key_tabs_action() },
  {
    keys: m.shell_key_go(),
    action: chords()
      .map(({ label }) => label)
      .join(', '),
  },
  { keys: '← →', action: m.shell_key_nights() },
  { keys: 'Ctrl+S', action: m.shell_key_save() },
  { keys: 'F6', action: m.shell_key_pane() },
  { keys: 'Esc', action: m.shell_key_back() },
];

/** Opens over the page. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title={m.shell_keys()}>
      <Facts>
        {shortcuts().map((shortcut) => (
          <FactRow key={shortcut.keys} term={shortcut.keys}>
            {shortcut.action}
          </FactRow>
        ))}
      </Facts>
    </Sheet>
  );
}
