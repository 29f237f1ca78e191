// The active sessions: the last use of each browser, and signing out there.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { FactRow, Facts, LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import type { Answer } from '#app/api/types.ts';
import { useMe } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { formatAge, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

type Session = Answer<'session', 'list'>['rows'][number];

export const sessionsQuery = api.session.list.queryOptions({ sort: 'lastSeenAt DESC', limit: 100 });

/** "Active in the last hour, from 203.0.113.7". `now` in ms. */
export const sessionNote = ({ current, lastSeenAt, ip }: Session, now: number): string => {
  const age = now - Date.parse(lastSeenAt);
  // A session that is used is noted once an hour.
  if (current) return m.account_this_device({ ip });
  return age < 3_600_000
    ? m.account_active_last_hour({ ip })
    : m.account_active_ago({ age: formatAge(age, reader()), ip });
};

/** The number of devices that get no more alarms when the person is signed out everywhere else. */
export function useOtherDevices(): number {
  const total = useMe()?.devices ?? 0;
  const here = useQuery(sessionsQuery).data?.rows.find(({ current }) => current);
  return here ? Math.max(0, total - here.devices) : 0;
}

export function ActiveSessions() {
  const now = useNow(30_000);
  const query = useQuery(sessionsQuery);
  const [open, setOpen] = useState<{ session: Session; anchor: HTMLElement } | null>(null);
  const sessions = query.data?.rows ?? [];
  if (sessions.length === 0) return null;
  return (
    <>
      <SectionTitle end={String(sessions.length)}>{m.account_sessions()}</SectionTitle>
      <Rows>
        {sessions.map((session) => (
          <LinkRow
            key={session.id}
            icon={/Android|iPhone|iPad/.test(session.device) ? 'mobile' : 'laptop'}
            label={session.device}
            note={sessionNote(session, now)}
            {...(session.current ? { to: '/auth/logout' } : {})}
            onPress={(anchor) => setOpen({ session, anchor })}
          />
        ))}
      </Rows>
      <Sheet
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open === null ? '' : open.session.device}
        anchor={open?.anchor ?? null}
      >
        {open && <OneSession session={open.session} now={now} onGone={() => setOpen(null)} />}
      </Sheet>
    </>
  );
}

function OneSession({ session, now, onGone }: { session: Session; now: number; onGone: () => void }) {
  const ending = useMutation({
    ...api.session.destroy.mutationOptions(),
    onSuccess: () => {
      onGone();
      flash('positive', m.account_signed_out_on({ device: session.device }));
    },
    onError: (error) => flash('negative', errorMessage(error)),
  });
  return (
    <>
      <Facts>
        <FactRow term={m.account_last_used()}>{formatMoment(session.lastSeenAt, now, reader())}</FactRow>
        <FactRow term={m.account_from()}>{session.ip}</FactRow>
        <FactRow term={m.account_signed_in()}>{formatMoment(session.createdAt, now, reader())}</FactRow>
        <FactRow term={m.account_browser()}>{session.agent || m.account_not_reported()}</FactRow>
      </Facts>
      {session.devices > 0 && <p className="px-2 pb-3 text-text2">{m.account_silences({ count: session.devices })}</p>}
      <Button kind="danger" wide size="large" busy={ending.isPending} onPress={() => ending.mutate({ id: session.id })}>
        {m.account_sign_out_there()}
      </Button>
    </>
  );
}
