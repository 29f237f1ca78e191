// The frame of every page about one system: where it hangs, its flag and state, its tabs, its actions, and what it says without an answer.
import { useCanGoBack, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActionBar, type BarAction } from '#app/ui/layout/action-bar.tsx';
import { Button, ButtonSizeContext } from '#app/ui/primitives/button.tsx';
import { Crumb, ObjectHeader, SubTabs } from '#app/ui/layout/page-header.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { toneOf } from '#app/ui/primitives/mark.tsx';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import { Sky } from '#app/ui/status/glance.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { ApiError } from '#app/api/errors.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { useNow } from '#app/device/now.ts';
import type { AlarmItem } from '#app/features/alarms/alarm-queries.ts';
import { statusOf } from '#app/features/alarms/alarm-format.ts';
import { LivePanel, checked } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { NotFound, useTitle } from '#app/features/shell/error-pages.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import * as m from '#text/messages.js';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { useAlarmsOf, useSystem, useSystemId } from './system-queries.ts';
import { type System, headWords, lookOf } from './system-format.ts';
import { listAddress } from './systems-search-store.ts';

/** What a page about one system is given once the system is known. */
export interface Held {
  system: System;
  alarms: readonly AlarmItem[];
  now: number;
  fresh: boolean;
}

/** What the thumb may do: the one large button, and up to two squares beside it. */
export interface Acts {
  primary?: ReactNode;
  squares?: BarAction[];
}

interface SystemPageProps {
  /** The name of the tab, for the window. */
  title: string;
  children: (held: Held) => ReactNode;
  acts?: (held: Held) => Acts;
}

const tabs: readonly (readonly [path: string, label: string])[] = [
  ['', 'Overview'],
  ['/backups', 'Backups'],
  ['/filesets', 'Filesets'],
  ['/client', 'Client'],
  ['/scans', 'Scans'],
  ['/purge', 'Purge'],
  ['/settings', 'Settings'],
];

/** A page under admin/system; asks for the system named in the address. */
export function SystemPage({ title, children, acts }: SystemPageProps) {
  const id = useSystemId();
  const now = useNow(30_000);
  const query = useSystem(id, now);
  const { query: alarmsQuery, held: alarms } = useAlarmsOf(id);
  const { fresh, asOf } = useFreshness(query, alarmsQuery);
  const system = query.data;
  useTitle(system === undefined ? title : `${system.name}, ${title}`);
  const missing = query.error instanceof ApiError && query.error.status === 404;
  if (id === null || missing) return <NotFound />;
  if (system === undefined) {
    return (
      <Page
        key="unanswered"
        title="System"
        end={null}
        header={<Crumb steps={[{ to: listAddress(), label: 'Systems' }]} end={<LivePanel />} />}
        bar={<Bar />}
      >
        <Unanswered title={m.shell_not_loaded_system()} query={query} />
      </Page>
    );
  }
  const held: Held = { system, alarms, now, fresh };
  const own = acts?.(held) ?? {};
  return (
    <Page key={id} header={<Head held={held} acts={own} />} bar={<Bar {...own} />} scrollId={`system-${title}`}>
      <PullToRefresh onRefresh={checked} />
      {!fresh && asOf !== null && <AgePlate asOf={asOf} />}
      {children(held)}
    </Page>
  );
}

/** Whether alarms are open and somebody has all of them. */
export const isTaken = (alarms: readonly AlarmItem[], now: number): boolean =>
  alarms.length > 0 && alarms.every(({ alarm }) => statusOf(alarm, now) !== 'open');

function Head({ held: { system, alarms, now, fresh }, acts }: { held: Held; acts: Acts }) {
  const wide = useMedia('(min-width: 64rem)');
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') });
  const taken = isTaken(alarms, now);
  const { kind, hollow } = lookOf(system, now, taken);
  const tone = toneOf(kind);
  const sky = !fresh || tone === 'none' || tone === 'run' ? 'off' : tone;
  const { organization } = system;
  const own = tabs.map(([end, label]) => ({ to: `/admin/system${end}?id=${system.id}`, label, end }));
  useTabKeys(own.map(({ to }) => to));
  return (
    <Sky tone={sky}>
      {!wide && (
        <Crumb
          steps={[
            { to: listAddress(), label: 'Systems' },
            { to: `/admin/organization/systems?id=${organization.id}`, label: organization.name },
          ]}
          end={<LivePanel />}
        />
      )}
      <div className={wide ? 'flex flex-wrap items-center justify-between gap-x-4 pt-4' : ''}>
        <ObjectHeader
          name={system.name}
          kind={kind}
          word={headWords(system, now, !fresh)}
          quiet={hollow && tone !== 'ok'}
          stale={!fresh}
          {...(wide && { note: organization.name })}
        />
        {wide && <WideActs {...acts} />}
      </div>
      <SubTabs
        label={system.name}
        tabs={own.map(({ to, label, end }) => ({ to, label, current: path === `/admin/system${end}` }))}
      />
    </Sky>
  );
}

// Over those of the shell: inside a system a figure means one of its tabs.
function useTabKeys(addresses: readonly string[]): void {
  const navigate = useNavigate();
  useHotkeys(Object.fromEntries(addresses.map((to, index) => [String(index + 1), () => void navigate({ to })])));
}

function WideActs({ primary, squares = [] }: Acts) {
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-3">
      <ButtonSizeContext value="small">
        {squares.toReversed().map(({ icon, label, onPress, href }) => (
          <Button
            key={label}
            kind="quiet"
            square
            label={label}
            {...(onPress && { onPress })}
            {...(href !== undefined && { href })}
          >
            <Icon name={icon} size={22} />
          </Button>
        ))}
        {primary}
      </ButtonSizeContext>
    </div>
  );
}

// On a desk the acts stand in the head and the list is the way back.
function Bar({ primary, squares = [] }: Acts) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const wide = useMedia('(min-width: 64rem)');
  if (wide) return null;
  const back = () => (canGoBack ? router.history.back() : router.history.push(listAddress()));
  return <ActionBar onBack={back} primary={primary} actions={squares} />;
}
