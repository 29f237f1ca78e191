// Night, day, or as the device says: the choice between them.
import { useState } from 'react';
import { Segment } from './segment.tsx';
import { type Theme, getTheme, setTheme } from './theme.ts';
import * as m from '#text/messages.js';

const themes = () =>
  [
    { value: 'night', label: m.ui_theme_night(), icon: 'moon' },
    { value: 'auto', label: m.ui_theme_auto() },
    { value: 'day', label: m.ui_theme_day(), icon: 'sunrise' },
  ] as const;

/** Shows at once what is chosen. */
export function ThemeChoice() {
  const [theme, choose] = useState<Theme>(getTheme);
  const change = (next: Theme) => {
    setTheme(next);
    choose(next);
  };
  return <Segment label={m.ui_theme()} options={themes()} value={theme} onChange={change} />;
}
