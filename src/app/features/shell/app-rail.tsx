// The navigation rail of wide screens with the places of this app.
import { useRouterState } from '@tanstack/react-router';
import { NavRail, type NavRailItem } from '#app/ui/layout/nav-rail.tsx';
import * as m from '#text/messages.js';
import { personName } from '#contract/person-name.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { useNow } from '#app/device/now.ts';
import { useCounts, useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { countAll } from '#app/features/systems/system-counts.ts';
import { type Counts, type GlanceText, glanceOf } from '#app/features/watch/glance-format.ts';
import { formatNumber } from '#text/format.ts';
import { LivePanel } from './live-panel.tsx';
import { useOpenCount } from './page.tsx';
import { type Place, isWithin, placesOf, tabs } from './navigation.ts';
import { isSearching } from './search-state.ts';

/** The navigation rail; from 1024 px. */
export function MainRail() {
  const me = useMe();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const counts = useCounts();
  const { query, held, isPart } = useOpenAlarms();
  const { fresh } = useFreshness(query, counts);
  const now = useNow(30_000);
  const { count, stale } = useOpenCount();
  const glance = glanceOf({
    counts: counts.isEnabled ? counts.data : null,
    alarms: query.isEnabled ? held?.map(({ alarm }) => alarm) : null,
    isPart,
    mayAct: useCan('alarm.update'),
    fresh,
    now,
  });
  const isKnown = [query, counts].every(({ isEnabled, data }) => !isEnabled || data !== undefined);
  const item = (place: Place): NavRailItem => ({
    ...place,
    label: place.short ?? place.label,
    current: isWithin(place.to, path),
    ...(place.to === '/admin/alarms' && { badge: count, badgeLabel: m.shell_open_alarms({ count }) }),
    ...(place.to === '/admin/systems' && counts.data && { note: formatNumber(countAll(counts.data), reader()) }),
    ...(place.to === '/admin/organizations' &&
      counts.data && { note: formatNumber(counts.data.organizations + counts.data.inactive, reader()) }),
  });
  const groups = [tabs().filter((tab) => tab.to !== '/more'), placesOf('fleet', me), placesOf('people', me)];
  return (
    <NavRail
      brand="Backwatch"
      groups={groups.filter((group) => group.length > 0).map((group) => group.map(item))}
      {...(query.isEnabled && {
        glance: {
          kind: glance.kind,
          title: glance.sentence,
          // Until all is known the sentence stands alone: longer notes would push the places down, and go again.
          note: isKnown ? noteOf(glance, count, counts.data) : '',
          hollow: glance.hollow,
        },
      })}
      search={{ label: m.shell_search(), keys: 'Ctrl+K', onPress: () => isSearching.set(true) }}
      stale={stale}
      account={[
        {
          to: '/user/account',
          icon: 'user',
          label: me === null ? m.shell_account() : personName(me),
          current: isWithin('/user/account', path),
        },
        { to: '/more', icon: 'more', label: m.shell_more(), current: path === '/more' },
      ]}
      end={<LivePanel look="rail" />}
    />
  );
}

/** The total that the number of the sentence belongs to; the caption where the sentence has no number. */
const noteOf = (glance: GlanceText, open: number, counts: Counts | undefined): string =>
  open > 0 && counts && !glance.hollow ? m.watch_of_systems({ count: counts.total }) : glance.caption;
