// The keyboard shortcuts of every page, the hint after g, and the list of shortcuts.
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { KeyHint } from '#app/ui/status/key-hint.tsx';
import { type Hotkeys, useHotkeys, usePendingChord } from '#app/ui/hooks/use-hotkeys.ts';
import * as m from '#text/messages.js';
import { useAcknowledge } from '#app/features/alarms/use-acknowledge.tsx';
import { chords } from './keyboard-chords.ts';
import { tabs } from './navigation.ts';
import { checkNow } from './live-panel.tsx';
import { isSearching } from './search-state.ts';

const ShortcutList = lazy(() => import('./shortcut-list.tsx'));
const Search = lazy(() => import('#app/features/search/palette.tsx'));

/** Binds the shortcuts; returns their list and hint for rendering. */
export function useKeyboardShortcuts(): ReactNode {
  const [open, setOpen] = useState(false);
  const searching = isSearching.use();
  const [acknowledge, review] = useAcknowledge();
  const navigate = useNavigate();
  const router = useRouter();
  const pending = usePendingChord();
  const go = (to: string) => void navigate({ to });
  const keys: Hotkeys = {
    r: checkNow,
    '?': () => setOpen(true),
    'Ctrl+k': () => isSearching.set(true),
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
      <Suspense>
        {open && <ShortcutList onClose={() => setOpen(false)} />}
        {searching && <Search onClose={() => isSearching.set(false)} onAcknowledge={acknowledge} />}
      </Suspense>
      {review}
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
