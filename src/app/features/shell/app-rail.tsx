// The rail of a desk with this app's places in it.
import { useRouterState } from '@tanstack/react-router';
import { NavRail, type NavRailItem } from '#app/ui/layout/nav-rail.tsx';
import { may } from '#contract/permissions.ts';
import { personName } from '#contract/person-name.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { type Me, useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { useCounts, useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { type Counts, type GlanceWords, glanceOf } from '#app/features/watch/glance-format.ts';
import { LivePanel } from './live-panel.tsx';
import { useOpenCount } from './page.tsx';
import { type Place, fleetPlaces, isWithin, peoplePlaces, tabs } from './navigation.ts';

/** Those places that the person may see. */
export const allowed = (places: readonly Place[], me: Me | null): Place[] =>
  places.filter((place) => place.may === undefined || (me !== null && may(me, place.may)));

/** The rail; from 1024 px. */
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
    fresh,
    now,
  });
  const item = (place: Place): NavRailItem => ({
    ...place,
    label: place.short ?? place.label,
    current: isWithin(place.to, path),
    ...(place.to === '/admin/alarms' && { badge: count, badgeLabel: `${count} open alarms` }),
    ...(place.to === '/admin/systems' && counts.data && { note: String(counts.data.total) }),
    ...(place.to === '/admin/organizations' && counts.data && { note: String(counts.data.organizations) }),
  });
  const groups = [tabs.filter((tab) => tab.to !== '/more'), allowed(fleetPlaces, me), allowed(peoplePlaces, me)];
  return (
    <NavRail
      brand="Backwatch"
      groups={groups.filter((group) => group.length > 0).map((group) => group.map(item))}
      glance={{
        kind: glance.kind,
        title: glance.sentence,
        note: noteOf(glance, count, counts.data),
        hollow: glance.hollow,
      }}
      stale={stale}
      account={[
        {
          to: '/user/account',
          icon: 'user',
          label: me === null ? 'Account' : personName(me),
          current: isWithin('/user/account', path),
        },
        { to: '/more', icon: 'more', label: 'More', current: path === '/more' },
      ]}
      end={<LivePanel rail />}
    />
  );
}

/** What the number in the sentence is out of; where there is none, the caption. */
const noteOf = (glance: GlanceWords, open: number, counts: Counts | undefined): string =>
  open > 0 && counts && !glance.hollow ? `of ${counts.total} system${counts.total === 1 ? '' : 's'}` : glance.caption;
