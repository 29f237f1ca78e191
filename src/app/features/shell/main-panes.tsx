// The panes of every screen with a session: the rail, the screen's own, and on a very wide desk the alarms.
import { useMatches } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense } from 'react';
import { useCan } from '#app/auth/me.ts';
import { Panes } from '#app/ui/layout/panes.tsx';
import * as m from '#text/messages.js';
import { MainRail } from './app-rail.tsx';

// Phones never load it.
const AlarmsAside = lazy(() => import('#app/features/alarms/alarms-aside.tsx'));

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** `none`: no alarms beside this page, which shows them itself. */
    aside?: 'none';
  }
}

/** `Panes` with the rail of the app. */
export function MainPanes(props: Omit<ComponentProps<typeof Panes>, 'rail' | 'aside' | 'asideLabel'>) {
  const none = useMatches({ select: (matches) => matches.some((match) => match.staticData.aside === 'none') });
  const alarms = (
    <Suspense>
      <AlarmsAside />
    </Suspense>
  );
  const aside = useCan('alarm.read') && !none && { aside: alarms, asideLabel: m.alarms_title() };
  return <Panes rail={<MainRail />} {...props} {...aside} />;
}
