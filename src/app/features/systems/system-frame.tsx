// The frame of every page of one system: breadcrumb, state, tabs, actions, and the states without data.
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActionBar, type BarAction } from '#app/ui/layout/action-bar.tsx';
import { Button, ButtonSizeContext } from '#app/ui/primitives/button.tsx';
import { Crumb, ObjectHeader } from '#app/ui/layout/page-header.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { toneOf } from '#app/ui/primitives/mark.tsx';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import { Sky } from '#app/ui/status/glance.tsx';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { useNow } from '#app/device/now.ts';
import type { AlarmItem } from '#app/features/alarms/alarm-queries.ts';
import { statusOf } from '#app/features/alarms/alarm-format.ts';
import { leadsTo, listAddress } from '#app/features/lists/list-searches.ts';
import { isGone } from '#app/features/shell/is-gone.ts';
import * as m from '#text/messages.js';
import { LivePanel, checked } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { NotFound, useTitle } from '#app/features/shell/error-pages.tsx';
import { Unanswered, isLoading } from '#app/features/shell/query-state.tsx';
import { UploadHost } from '#app/features/upload/upload-host.tsx';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { PaneBar } from './pane-bar.tsx';
import { PaneEnd } from '#app/features/shell/pane-buttons.tsx';
import { usePaneSize } from '#app/features/shell/pane-size.ts';
import { SYSTEMS, useAlarmsOf, useSystem, useSystemId } from './system-queries.ts';
import { type System, rowStatusOf, statusLine } from './system-format.ts';
import { SystemTabs } from './system-tabs.tsx';

/** The data of a page of one system, once it is loaded. */
export interface Held {
  system: System;
  alarms: readonly AlarmItem[];
  alarmsQuery: ReturnType<typeof useAlarmsOf>['query'];
  now: number;
  fresh: boolean;
}

/** The action bar: the main button, and up to two square ones beside it. */
export interface PageActions {
  primary?: ReactNode;
  squares?: BarAction[];
}

interface SystemPageProps {
  /** The name of the tab, for the title of the window. */
  title: string;
  children: (held: Held) => ReactNode;
  actions?: (held: Held) => PageActions;
}

/** A page under admin/system. Loads the system with the id in the address. */
export function SystemPage({ title, children, actions }: SystemPageProps) {
  const id = useSystemId();
  const now = useNow(30_000);
  const query = useSystem(id, now);
  const { query: alarmsQuery, held: alarms } = useAlarmsOf(id);
  const { fresh, asOf } = useFreshness(query, alarmsQuery);
  const system = query.data;
  useTitle(system === undefined ? title : m.systems_tab_title({ system: system.name, tab: title }));
  const missing = isGone(query.error);
  if (id === null || missing) return <NotFound />;
  if (system === undefined || isLoading(alarmsQuery)) {
    return (
      <Page
        key="unanswered"
        title={m.systems_system()}
        end={null}
        header={<Crumb steps={leadsTo(SYSTEMS, m.shell_place_systems()).steps} end={<PaneEnd />} />}
        bar={<Bar />}
      >
        <Unanswered title={m.shell_not_loaded_system()} query={system ? alarmsQuery : query} />
      </Page>
    );
  }
  const held: Held = { system, alarms, alarmsQuery, now, fresh };
  const own = actions?.(held) ?? {};
  return (
    <Page key={id} header={<Head held={held} actions={own} />} bar={<Bar {...own} />} scrollId={`system-${title}`}>
      <PullToRefresh onRefresh={checked} />
      <AgePlate fresh={fresh} asOf={asOf} />
      <UploadHost system={system} />
      {children(held)}
    </Page>
  );
}

/** True if there are alarms and each is acknowledged or snoozed. */
export const isAcknowledged = (alarms: readonly AlarmItem[], now: number): boolean =>
  alarms.length > 0 && alarms.every(({ alarm }) => statusOf(alarm, now) !== 'open');

function Head({ held: { system, alarms, now, fresh }, actions }: { held: Held; actions: PageActions }) {
  const wide = useMedia('(min-width: 64rem)');
  const acknowledged = isAcknowledged(alarms, now);
  const { kind, hollow } = rowStatusOf(system, now, acknowledged);
  const tone = toneOf(kind);
  const sky = !fresh || tone === 'none' || tone === 'run' ? 'off' : tone;
  const { organization } = system;
  return (
    <Sky tone={sky}>
      {!wide && (
        <Crumb
          steps={[
            ...leadsTo(SYSTEMS, m.shell_place_systems()).steps,
            { to: `/admin/organization/systems?id=${organization.id}`, label: organization.name },
          ]}
          end={<LivePanel />}
        />
      )}
      {wide && <PaneBar organization={organization} />}
      <div className={wide ? 'flex flex-wrap items-center justify-between gap-x-4' : ''}>
        <ObjectHeader
          name={system.name}
          kind={kind}
          word={statusLine(system, now, !fresh)}
          quiet={hollow && tone !== 'ok'}
          stale={!fresh}
        />
        {wide && <WideActions {...actions} />}
      </div>
      <SystemTabs id={system.id} label={system.name} />
    </Sky>
  );
}

function WideActions({ primary, squares = [] }: PageActions) {
  const docked = usePaneSize() === 'docked';
  const inOrder = docked ? squares : squares.toReversed();
  return (
    <div
      className={
        docked ? 'flex w-full flex-wrap gap-2 px-4 pb-3 [&>:first-child]:flex-1' : 'flex flex-wrap gap-2 px-4 pb-3'
      }
    >
      <ButtonSizeContext value="small">
        {docked && primary}
        {inOrder.map(({ icon, label, onPress, href }) => (
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
        {!docked && primary}
      </ButtonSizeContext>
    </div>
  );
}

// On wide screens the actions are in the header, and the list beside it leads back.
function Bar({ primary, squares = [] }: PageActions) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const wide = useMedia('(min-width: 64rem)');
  if (wide) return null;
  const back = () => (canGoBack ? router.history.back() : router.history.push(listAddress(SYSTEMS)));
  return <ActionBar onBack={back} primary={primary} actions={squares} />;
}
