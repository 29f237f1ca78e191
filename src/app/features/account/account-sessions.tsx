// The active sessions: each browser with when and from where it was last used, and signing out there.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ageWords, clockWords } from '#app/ui/format.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { FactRow, Facts, LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import type { Answer } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';

type Session = Answer<'session', 'list'>['rows'][number];

export const sessionsQuery = api.session.list.queryOptions({ sort: 'lastSeenAt DESC', limit: 100 });

/** "Active in the last hour, from 203.0.113.7". `now` in ms. */
export const sessionNote = ({ current, lastSeenAt, ip }: Session, now: number): string => {
  const age = now - Date.parse(lastSeenAt);
  // A session that is used is noted once an hour.
  return current
    ? `This device, from ${ip}`
    : `${age < 3_600_000 ? 'Active in the last hour' : `${ageWords(age)} ago`}, from ${ip}`;
};

export function ActiveSessions() {
  const now = useNow(30_000);
  const query = useQuery(sessionsQuery);
  const [open, setOpen] = useState<{ session: Session; anchor: HTMLElement } | null>(null);
  const sessions = query.data?.rows ?? [];
  if (sessions.length === 0) return null;
  return (
    <>
      <SectionTitle end={String(sessions.length)}>Active sessions</SectionTitle>
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
      flash('positive', `Signed out on ${session.device}.`);
    },
    onError: (error) => flash('negative', errorMessage(error)),
  });
  return (
    <>
      <Facts>
        <FactRow term="Last used">{clockWords(session.lastSeenAt, now)}</FactRow>
        <FactRow term="From">{session.ip}</FactRow>
        <FactRow term="Signed in">{clockWords(session.createdAt, now)}</FactRow>
        <FactRow term="Browser">{session.agent || 'Nothing'}</FactRow>
      </Facts>
      <Button kind="danger" wide size="large" busy={ending.isPending} onPress={() => ending.mutate({ id: session.id })}>
        Sign out there
      </Button>
    </>
  );
}
