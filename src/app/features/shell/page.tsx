// A page of the app: `Screen` with the tab bar, the live dot and the flash.
import { useMatches, useRouterState } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { FlashView, type FlashMessage } from '#app/ui/status/flash.tsx';
import { Screen } from '#app/ui/layout/screen.tsx';
import { TabBar } from '#app/ui/layout/tab-bar.tsx';
import { type Flash, dismissFlash, useFlash } from '#app/device/flash.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { useNow } from '#app/device/now.ts';
import { useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { statusOf } from '#app/features/alarms/alarm-format.ts';
import * as m from '#text/messages.js';
import { LivePanel } from './live-panel.tsx';
import { isWithin, tabs } from './navigation.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** `own`: the page draws its own bar (actions, save) instead of the tabs. */
    bar?: 'own';
    /** `own`: the page lays out rail, list and detail itself. */
    panes?: 'own';
  }
}

/** A page of the app. `bar`, `flash` and `end` replace the defaults. */
export function Page(props: ComponentProps<typeof Screen>) {
  const end = props.title !== undefined && props.end === undefined ? <LivePanel /> : props.end;
  return <Screen bar={<RootTabs />} flash={<FlashHost />} {...props} end={end} />;
}

/** The count of open alarms; `stale`: it is cached data. */
export function useOpenCount(): { count: number; stale: boolean } {
  const { query, held } = useOpenAlarms();
  const { fresh } = useFreshness(query);
  const now = useNow(30_000);
  return { count: (held ?? []).filter(({ alarm }) => statusOf(alarm, now) === 'open').length, stale: !fresh };
}

/** The tab bar; null where the page has its own bar. */
export function RootTabs() {
  const own = useMatches({ select: (matches) => matches.some((match) => match.staticData.bar === 'own') });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { count, stale } = useOpenCount();
  if (own) return null;
  const listed = tabs().some((tab) => isWithin(tab.to, path));
  const items = tabs().map((tab) => ({
    ...tab,
    current: isWithin(tab.to, path) || (tab.to === '/more' && !listed),
    ...(tab.to === '/admin/alarms' && { badge: count, badgeLabel: m.shell_open_alarms({ count }) }),
  }));
  return <TabBar items={items} stale={stale} />;
}

/** The current flash. */
export function FlashHost() {
  return <FlashView message={messageOf(useFlash())} />;
}

function messageOf(flash: Flash): FlashMessage | null {
  if (!flash.visible) return null;
  const kinds = {
    positive: 'ok',
    info: 'note',
    warning: 'late',
    negative: flash.icon === 'nocloud' ? 'late' : 'miss',
  } as const;
  const { action } = flash;
  const act = () => {
    dismissFlash();
    action?.run();
  };
  return {
    kind: kinds[flash.kind],
    text: flash.messages.join('\n'),
    serial: flash.serial,
    ...(action && { action: { label: action.word, onAct: act } }),
  };
}
