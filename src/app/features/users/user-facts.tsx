// Facts about a user beside the form: whether alarms get through, last use, devices, dates.
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import { pushTroubleText } from '#app/features/shell/send-fault.ts';
import * as m from '#text/messages.js';
import { type User, useActs } from './user-kind.ts';
import { reachText, seenText } from './user-text.ts';

const TICK_MS = 30_000;

/** A card above the form. */
export function UserFacts({ user }: { user: User }) {
  const now = useNow(TICK_MS);
  const reach = reachText(user, useActs()(user), now);
  const at = (instant: string) => formatMoment(instant, now, reader());
  return (
    <Facts>
      <FactRow icon={reach.icon} term={m.users_alarms_column()}>
        {reach.isBad ? <b className="font-[650] text-misstext">{reach.text}</b> : reach.text}
      </FactRow>
      {user.phones.map(({ name, lastReceiptAt, lastError }, index) => (
        <FactRow
          key={index}
          icon="mobile"
          term={name || m.account_device_unnamed()}
          {...(lastError !== null && { note: pushTroubleText(lastError) })}
        >
          {lastReceiptAt === null ? m.account_receipt_none() : m.account_last_shown_at({ time: at(lastReceiptAt) })}
        </FactRow>
      ))}
      <FactRow icon="clock" term={m.users_seen_column()}>
        {seenText(user, now)}
      </FactRow>
      <FactRow icon="mail" term={m.users_email_state()}>
        {user.emailConfirmedAt === null
          ? m.users_email_unconfirmed()
          : m.users_email_confirmed({ time: at(user.emailConfirmedAt) })}
      </FactRow>
      <FactRow icon="calendar" term={m.users_added()}>
        {at(user.createdAt)}
      </FactRow>
    </Facts>
  );
}
