// More: everything that is not a tab, with its count; the account, the theme, and the way out.
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { ThemeChoice } from '#app/ui/primitives/theme-choice.tsx';
import { personName } from '#contract/person-name.ts';
import { api } from '#app/api/client.ts';
import { install, useInstallWay } from '#app/device/install.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { usePush } from '#app/push/store.ts';
import { useCounts } from '#app/features/alarms/alarm-queries.ts';
import { Page } from '#app/features/shell/page.tsx';
import { type Place, fleetPlaces, peoplePlaces } from '#app/features/shell/navigation.ts';
import { stateWord, thing } from '#app/features/push/push-state.ts';
import { allowed } from '#app/features/shell/app-rail.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';

const one = { limit: 1 };
export const Route = createFileRoute('/_main/more')({ staticData: { title: 'More' }, component: More });

function More() {
  const me = useMe();
  const { state, facts } = usePush();
  const values = useValues();
  useTitle('More');
  const row = (place: Place) => (
    <LinkRow key={place.to} to={place.to} icon={place.icon} label={place.label} value={values[place.to]} />
  );
  const people = allowed(peoplePlaces, me);
  return (
    <Page title="More" dock={<ThemeChoice />} dockKind="bare">
      <Rows label="Fleet">{allowed(fleetPlaces, me).map(row)}</Rows>
      {people.length > 0 && <Rows label="People">{people.map(row)}</Rows>}
      <Rows label="You">
        <LinkRow
          to="/user/account"
          icon="user"
          label={me === null ? 'Account' : personName(me)}
          note={me === null ? '' : me.isDay ? 'Day shift' : 'Round the clock'}
        />
        <LinkRow
          to={state === 'on' ? '/user/account' : '/user/alarms?from=/more'}
          icon="bell"
          label={`Alarms on this ${thing(facts.platform)}`}
          value={stateWord(state)}
          pill={state !== 'on' && state !== 'unknown'}
        />
        <Install />
        <LinkRow to="/auth/logout" icon="logout" label="Sign out" />
      </Rows>
    </Page>
  );
}

// Kept here for whoever declined it elsewhere; nothing where the browser offers no way.
function Install() {
  const way = useInstallWay();
  if (way === 'offered') return <LinkRow icon="addhome" label="Install Backwatch" onPress={() => void install()} />;
  return way === 'byHand' ? (
    <LinkRow icon="addhome" label="Put on your Home Screen" to="/user/alarms?from=/more" />
  ) : null;
}

// Only what is known is shown; a list that is not loaded has no number.
function useValues(): Record<string, string | undefined> {
  const counts = useCounts().data;
  const schedules = useQuery({ ...api.schedule.list.queryOptions(one), enabled: useCan('schedule.read') }).data?.total;
  const users = useQuery({ ...api.user.list.queryOptions(one), enabled: useCan('user.read') }).data?.total;
  const groups = useQuery({ ...api.group.list.queryOptions(one), enabled: useCan('group.read') }).data?.total;
  return {
    '/admin/organizations': counts && `${counts.organizationsOk} of ${counts.organizations} ok`,
    '/admin/health-status': counts && String(counts.notBackedup.length),
    '/admin/schedules': schedules?.toString(),
    '/admin/manual_scans': counts && String(counts.manual.count),
    '/admin/users': users?.toString(),
    '/admin/groups': groups?.toString(),
  };
}
