// The keys that work on every page, the hint after g, and the list of them.
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { KeyHint } from '#app/ui/status/key-hint.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { type Hotkeys, useHotkeys, usePendingChord } from '#app/ui/hooks/use-hotkeys.ts';
import { tabs } from './navigation.ts';
import { checkNow } from './live-panel.tsx';

const chords: readonly (readonly [string, string, string])[] = [
  ['h', '/', 'Watch'],
  ['a', '/admin/alarms', 'Alarms'],
  ['s', '/admin/systems', 'Systems'],
  ['o', '/admin/organizations', 'Organizations'],
];

const listed: readonly (readonly [string, string])[] = [
  ['j  k', 'next and previous row'],
  ['Enter', 'open'],
  ['a', 'acknowledge'],
  ['s', 'snooze 1 h'],
  ['c', 'call'],
  ['x', 'choose several systems'],
  ['/', 'search'],
  ['r', 'refresh'],
  ['1 to 4', 'tab; in a system 1 to 7, its own'],
  ['g then h, a, s, o', chords.map(([, , label]) => label).join(', ')],
  ['Ctrl+S', 'save'],
  ['F6', 'next pane'],
  ['Esc', 'one step back'],
];

/** Binds them; answers what they draw. */
export function useShellKeys(): ReactNode {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const router = useRouter();
  const pending = usePendingChord();
  const go = (to: string) => void navigate({ to });
  const keys: Hotkeys = {
    r: checkNow,
    '?': () => setOpen(true),
    Escape: () => {
      if (router.history.canGoBack() && !tabs.some((tab) => tab.to === router.state.location.pathname))
        router.history.back();
    },
  };
  tabs.forEach((tab, index) => {
    keys[String(index + 1)] = () => go(tab.to);
  });
  for (const [key, to] of chords) keys[`g ${key}`] = () => go(to);
  useHotkeys(keys, true);
  return (
    <>
      <Sheet open={open} onClose={() => setOpen(false)} title="Keys">
        <Facts>
          {listed.map(([key, does]) => (
            <FactRow key={key} term={key}>
              {does}
            </FactRow>
          ))}
        </Facts>
      </Sheet>
      {pending === 'g' && <KeyHint>g, then {chords.map(([key, , label]) => `${key} ${label}`).join(', ')}</KeyHint>}
    </>
  );
}
