// Night, day, or as the device says: the choice between them.
import { useState } from 'react';
import { Segment } from './segment.tsx';
import { type Theme, getTheme, setTheme } from './theme.ts';

const themes = [
  { value: 'night', label: 'Night', icon: 'moon' },
  { value: 'auto', label: 'Auto' },
  { value: 'day', label: 'Day', icon: 'sunrise' },
] as const;

/** Shows at once what is chosen. */
export function ThemeChoice() {
  const [theme, choose] = useState<Theme>(getTheme);
  const change = (next: Theme) => {
    setTheme(next);
    choose(next);
  };
  return <Segment label="Theme" options={themes} value={theme} onChange={change} />;
}
