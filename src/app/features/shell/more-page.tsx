// More: every place that is not a tab, with its count, the account, the theme and the sign-out.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '#app/api/client.ts';
import { meQuery, useCan, useMe } from '#app/auth/me.ts';
import { install, useInstallWay } from '#app/device/install.ts';
import { useCounts } from '#app/features/alarms/alarm-queries.ts';
import { deviceKind, stateLabel } from '#app/features/push/push-state.ts';
import { usePush } from '#app/push/store.ts';
import { countMissing } from '#app/features/systems/system-counts.ts';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { ThemeChoice } from '#app/ui/primitives/theme-choice.tsx';
import { personName } from '#contract/person-name.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import * as m from '#text/messages.js';
import { useTitle } from './error-pages.tsx';
import { type Place, placesOf } from './navigation.ts';
import { Page } from './page.tsx';
import { isSearching } from './search-state.ts';

// Needed for as long as the installation is new.
const FirstStepsRow = lazy(() => import('#app/features/first-run/first-steps-row.tsx'));

/** One row is enough: the total comes with it. */
const one = { limit: 1 };
const PI_CLIENTS = '/admin/rpiclients';

/** The screen of everything that is not a tab. */
export function MorePage() {
  const me = useMe();
  const { state, facts } = usePush();
  const { values, ...age } = useValues();
  const wide = useMedia('(min-width: 64rem)');
  useTitle(m.shell_more());
  const row = (place: Place) => (
    <LinkRow
      key={place.to}
      to={place.to}
      icon={place.icon}
      label={place.label}
      value={values[place.to]}
      pill={place.to === PI_CLIENTS && values[PI_CLIENTS] !== undefined}
    />
  );
  const [fleet, people] = [placesOf('fleet', me), placesOf('people', me)];
  return (
    <Page title={m.shell_more()} dock={wide ? undefined : <ThemeChoice />} dockKind="bare">
      <AgePlate {...age} />
      <div className="md:grid md:grid-cols-2 md:items-start lg:grid-cols-3">
        {fleet.length > 0 && <Rows label={m.shell_fleet()}>{fleet.map(row)}</Rows>}
        {people.length > 0 && <Rows label={m.shell_people()}>{people.map(row)}</Rows>}
        <div>
          <Rows>
            <LinkRow icon="search" label={m.shell_search_all()} onPress={() => isSearching.set(true)} />
          </Rows>
          <Rows label={m.shell_you()}>
            <LinkRow
              to="/user/account"
              icon="user"
              label={me === null ? m.shell_account() : personName(me)}
              note={me === null ? '' : me.isDay ? m.shell_day_shift() : m.shell_round_clock()}
            />
            <LinkRow
              to={state === 'on' ? '/user/account' : '/user/alarms?from=/more'}
              icon="bell"
              label={m.shell_alarms_on_device({ device: deviceKind(facts.platform) })}
              value={stateLabel(state)}
              pill={state !== 'on' && state !== 'unknown'}
            />
            <Suspense>
              <FirstStepsRow />
            </Suspense>
            <Install />
            <LinkRow to="/auth/logout" icon="logout" label={m.shell_sign_out()} />
          </Rows>
          {wide && <ThemeChoice />}
          <Stamp />
        </div>
      </div>
    </Page>
  );
}

/** The software version stamp of the server, which comes with the session. */
function Stamp() {
  const stamp = useQuery(meQuery).data?.version;
  return (
    stamp !== undefined && (
      <p className="px-4 py-3 text-secondary text-text3">
        {m.shell_version()} <span className="tabular-nums">{stamp}</span>
      </p>
    )
  );
}

/** The way to install the app; null where the browser offers none. */
function Install() {
  const way = useInstallWay();
  if (way === 'offered') return <LinkRow icon="addhome" label={m.shell_install()} onPress={() => void install()} />;
  return way === 'byHand' ? (
    <LinkRow icon="addhome" label={m.shell_install_by_hand()} to="/user/alarms?from=/more" />
  ) : null;
}

/** The values of the rows and their age; a list that is not loaded has none. */
function useValues(): { values: Record<string, string | number | undefined> } & ReturnType<typeof useFreshness> {
  const counted = useCounts();
  const mayReadOrphans = { enabled: useCan('orphan.read') };
  const leftSystems = useQuery({ ...api.orphan.systems.queryOptions(one), ...mayReadOrphans });
  const leftClients = useQuery({ ...api.orphan.clients.queryOptions(one), ...mayReadOrphans });
  const unassigned = useQuery({
    ...api.rpiclient.list.queryOptions({ ...one, where: { organizationId: null } }),
    enabled: useCan('rpiclient.read'),
  });
  const retentions = useQuery({ ...api.retention.list.queryOptions(one), enabled: useCan('retention.read') });
  const schedules = useQuery({ ...api.schedule.list.queryOptions(one), enabled: useCan('schedule.read') });
  const scans = useQuery({ ...api.scanresult.manualScans.queryOptions(one), enabled: useCan('scanresult.read') });
  const users = useQuery({ ...api.user.list.queryOptions(one), enabled: useCan('user.read') });
  const groups = useQuery({ ...api.group.list.queryOptions(one), enabled: useCan('group.read') });
  const age = useFreshness(counted, leftSystems, leftClients, unassigned, retentions, schedules, scans, users, groups);
  const { data: counts } = counted;
  const toAssign = unassigned.data?.total;
  const left = leftSystems.data && leftClients.data && leftSystems.data.total + leftClients.data.total;
  return {
    ...age,
    values: {
      '/admin/organizations':
        counts &&
        m.organizations_share({
          ok: counts.organizationsOk,
          count: counts.organizations,
          tense: tenseOf(!age.fresh),
        }),
      '/admin/health-status': countMissing(counts),
      '/admin/schedules': schedules.data?.total,
      '/admin/retentions': retentions.data?.total,
      [PI_CLIENTS]: toAssign ? m.shell_to_assign({ count: toAssign }) : undefined,
      '/admin/orphans': left,
      '/admin/manual_scans': scans.data?.total,
      '/admin/users': users.data?.total,
      '/admin/groups': groups.data?.total,
    },
  };
}
