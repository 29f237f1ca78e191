// The first backup has arrived: what came, when the next one is due, and the way to alarms on a phone.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Card } from '#app/ui/layout/rows.tsx';
import { TopBar } from '#app/ui/layout/page-header.tsx';
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { LampRise } from '#app/ui/primitives/logo.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { Sky } from '#app/ui/status/glance.tsx';
import { Strip } from '#app/ui/status/strip.tsx';
import { timeZoneText } from '#app/ui/form/time-zone-row.tsx';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { api } from '#app/api/client.ts';
import { useMe } from '#app/auth/me.ts';
import { thisPlatform } from '#app/device/device.ts';
import { reader } from '#app/device/reader.ts';
import { usePush } from '#app/push/store.ts';
import { serverAddress } from '#app/features/client/client-key.ts';
import { deviceKind, stateSentence } from '#app/features/push/push-state.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { LivePanel } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { formatBytes, formatDateTime, formatList, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { endFirstSteps } from './first-run-store.ts';
import { TextButton } from './first-steps.tsx';
import css from './arrived.module.css';
import { type Device, type FirstSystem, POLL_MS, isRingingElsewhere } from './use-first-steps.ts';

/** For the system that reported first. */
export function ArrivedPage({ system }: { system: FirstSystem }) {
  const me = useMe();
  const wide = useMedia('(min-width: 64rem)');
  const user = me?.id;
  useTitle(m.firstrun_arrived());
  useEffect(() => {
    if (user !== undefined) endFirstSteps(user);
  }, [user]);
  return (
    <Page
      ground="deep"
      measure="pane"
      header={
        <Sky tone="ok">
          <TopBar brand="Backwatch" end={<LivePanel />} />
          <div className={css['rise']}>
            <LampRise />
          </div>
        </Sky>
      }
    >
      <div className={css['below']}>
        <div>
          <Arrived system={system} />
          {wide && (
            <div className="flex flex-wrap gap-2 px-4 pt-4 pb-6">
              <ButtonLink to={`/admin/system?id=${system.id}`}>
                {m.firstrun_open_system({ system: system.name })}
              </ButtonLink>
              <ButtonLink to="/admin/system/settings">{m.systems_new()}</ButtonLink>
            </div>
          )}
        </div>
        {wide ? (
          <div className={css['phone']}>
            <Card title={m.firstrun_phone_title()}>
              <PhoneCode />
              <Ways wide />
            </Card>
          </div>
        ) : (
          <Ways wide={false} />
        )}
      </div>
    </Page>
  );
}

function Arrived({ system }: { system: FirstSystem }) {
  const { id, name, organization, dueAt, strip } = system;
  const newest = useQuery(api.backup.list.queryOptions({ where: { system: id }, sort: 'date DESC', limit: 1 }));
  const backup = newest.data?.rows[0];
  const { timeZone } = organization;
  const there = { ...reader(), timeZone };
  const due = dueAt === null ? null : formatDateTime(dueAt, there);
  const names = { system: name, organization: organization.name };
  return (
    <section role="status">
      <h1 className="px-4 text-[min(2.75rem,11vw)]/[1] font-[720] tracking-[-0.04em] text-balance">
        {m.firstrun_arrived()}
      </h1>
      <p className="px-4 pt-3 pb-3 text-lg text-text2 wrap-anywhere">
        {due === null
          ? m.firstrun_arrived_unscheduled(names)
          : m.firstrun_arrived_line({ ...names, due, zone: timeZoneText(timeZone) })}
      </p>
      <Card>
        <Strip size="L" cells={strip} />
        {backup && (
          <>
            <p className="flex justify-between gap-3 pt-3">
              <b>{formatMoment(backup.date, Date.now(), reader())}</b>
              <span className="tabular-nums">{formatBytes(backup.size, reader())}</span>
            </p>
            <p className="font-mono text-code text-text2 wrap-anywhere">
              <bdi>{backup.file}</bdi>
            </p>
          </>
        )}
      </Card>
    </section>
  );
}

/** The code holds the address and nothing else. */
function PhoneCode() {
  const address = serverAddress();
  const isSecure = address.startsWith('https:');
  return (
    <>
      <p className="pb-4 text-text2">{m.firstrun_phone_line()}</p>
      <img className={css['code']} src="/address.svg" alt={m.firstrun_phone_code({ address })} />
      <p className="pt-3 text-center font-mono text-code wrap-anywhere">
        <bdi>{address}</bdi>
      </p>
      <p className="pt-1 text-center text-text3">
        {isSecure ? m.firstrun_phone_only_address() : m.firstrun_phone_needs_https()}
      </p>
      {isSecure && <PhoneState />}
    </>
  );
}

/** The person's other devices that showed a push, such as the test alarm; null for none. */
export function ringsOn(devices: readonly Device[] | undefined, here: string | null): string | null {
  const rings = devices?.filter(isRingingElsewhere(here));
  if (!rings?.length) return null;
  const names = rings.map(({ name }) => name || m.account_device_unnamed());
  return m.firstrun_rings_on({ devices: formatList(names, reader()) });
}

function PhoneState() {
  const { device } = usePush();
  const { data } = useQuery({ ...api.device.list.queryOptions(), refetchInterval: POLL_MS });
  const rings = ringsOn(data, device);
  return (
    <p className="flex items-center justify-center gap-3 pt-3" role="status">
      <Mark kind={rings ? 'ok' : 'running'} size={22} hollow={!rings} />
      <b className="min-w-0 wrap-anywhere">{rings ?? m.firstrun_phone_waiting()}</b>
    </p>
  );
}

function Ways({ wide }: { wide: boolean }) {
  const navigate = useNavigate();
  const { state } = usePush();
  const [asks, setAsks] = useState<HTMLElement | null>(null);
  const leave = () => void navigate({ to: '/' });
  const turnOn = state !== 'on' && (
    <ButtonLink to="/user/alarms?from=/" {...(!wide && { kind: 'lamp' as const, wide: true })}>
      <Icon name="bell" />
      {m.firstrun_turn_on({ device: deviceKind() })}
    </ButtonLink>
  );
  if (wide)
    return (
      <div className="flex flex-wrap gap-2 pt-4">
        <Button onPress={leave}>{m.firstrun_not_now()}</Button>
        {turnOn}
      </div>
    );
  return (
    <div className="px-4 pt-4 pb-6">
      <p className="pb-3 text-text2">{stateSentence(state, thisPlatform())}</p>
      {turnOn}
      <div className="flex flex-wrap justify-between gap-x-4 pt-2">
        <TextButton onPress={setAsks}>{m.firstrun_another_phone()}</TextButton>
        <TextButton onPress={leave}>{m.firstrun_not_now()}</TextButton>
      </div>
      <Sheet open={asks !== null} onClose={() => setAsks(null)} title={m.firstrun_phone_title()} anchor={asks}>
        <PhoneCode />
      </Sheet>
    </div>
  );
}
