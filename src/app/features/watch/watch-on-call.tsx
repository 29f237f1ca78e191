// The people on call, on Watch of a desk: who would be rung now, and whose phone would not ring and why.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { isRung, type Recipients, shiftTime } from '#app/features/alarms/recipients-text.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { UnansweredPart } from '#app/features/shell/query-state.tsx';
import { pushTroubleText } from '#app/features/shell/send-fault.ts';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { formatList } from '#text/format.ts';
import { useRecipients } from '#app/features/alarms/use-recipients.ts';
import * as m from '#text/messages.js';

const MOST = 8;
type Recipient = Recipients[number];

/** People without a device that works first among those who do not ring: somebody has to help them. */
const place = (one: Recipient): number => (isRung(one) ? 1 : isTrouble(one) ? 0 : 2);

/** Those who may act on alarms; nothing while it is not known. `now` in epoch ms. */
export default function OnCall({ now }: { now: number }) {
  const mine = useMe()?.id;
  const query = useRecipients({ everywhere: true }, useCan('alarm.read'));
  const { fresh } = useFreshness(query);
  const people = (query.data ?? []).filter((one) => one.acts && one.user !== null);
  const shown = people.toSorted((a, b) => place(a) - place(b)).slice(0, MOST);
  const devices = useDevices(shown);
  if (people.length === 0) return <UnansweredPart title={m.alarms_recipients_not_loaded()} query={query} />;
  const ringing = people.filter(isRung).length;
  return (
    <section aria-label={m.watch_on_call()}>
      <SectionTitle end={fresh && m.watch_on_call_count({ ringing, others: people.length - ringing })}>
        {m.watch_on_call()}
      </SectionTitle>
      <ul className="px-4">
        {shown.map((one) => (
          <li key={one.user?.id} className="flex min-h-13 items-center gap-3 border-b border-line py-1.5">
            <div className="min-w-0 flex-1">
              <b dir="auto" className="block truncate">
                {one.user?.id === mine ? m.alarms_you() : one.user?.name}
              </b>
              <small
                className={cx('text-secondary', fresh && isTrouble(one) ? 'font-semibold text-latetext' : 'text-text2')}
              >
                {stateOf(one, { now, fresh, devices: devices.get(one.user?.id ?? '') ?? [] })}
              </small>
            </div>
            {isRung(one) ? (
              <Mark kind="ok" size={18} hollow={!fresh} className={cx(!fresh && 'text-text3')} />
            ) : (
              <Icon name={isTrouble(one) ? 'warn' : 'moon'} size={19} className="text-text3" />
            )}
          </li>
        ))}
      </ul>
      {people.length > MOST && (
        <p className="px-4 pt-2 text-text3">{m.watch_organizations_more({ count: people.length - MOST })}</p>
      )}
    </section>
  );
}

const isTrouble = (one: Recipient): boolean => !isRung(one) && one.reason !== 'dayShift';

/** The names of their devices without a failure by person; none where the reader may not see people. */
function useDevices(people: Recipients): ReadonlyMap<string, readonly string[]> {
  const ids = people.flatMap(({ user }) => user?.id ?? []);
  const { data } = useQuery({
    ...api.user.list.queryOptions({ where: { id: { in: ids } }, limit: MOST }),
    enabled: useCan('user.read') && ids.length > 0,
  });
  return new Map(
    data?.rows.map(({ id, phones }) => [id, phones.flatMap(({ name, lastError }) => (lastError ? [] : name || []))]),
  );
}

interface Known {
  /** Epoch ms. */
  now: number;
  /** False for an old answer: a shift may have begun or ended since. */
  fresh: boolean;
  /** Their names, where known. */
  devices: readonly string[];
}

/** The sentence about one person. */
export function stateOf(one: Recipient, { now, fresh, devices }: Known): string {
  const names = formatList(devices, reader());
  if (isRung(one)) {
    if (!fresh) return names || m.systems_unknown();
    return names ? m.watch_on_call_rings_on({ devices: names }) : m.watch_on_call_rings();
  }
  if (one.reason === 'dayShift') return m.watch_on_call_day_shift({ time: shiftTime(one, now) });
  if (one.lastError) return pushTroubleText(one.lastError);
  return one.channels.includes('mail') ? m.users_mails_only() : m.users_unreachable();
}
