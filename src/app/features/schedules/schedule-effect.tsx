// The alarms that saving a changed schedule raises or ends at once, by the server.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Rows, LinkRow } from '#app/ui/layout/rows.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { useDebounced } from '#app/ui/hooks/use-debounced.ts';
import { api } from '#app/api/client.ts';
import { useNow } from '#app/device/now.ts';
import { UnansweredPart } from '#app/features/shell/query-state.tsx';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type Rule, isRule } from './schedule-text.ts';

const SETTLE_MS = 300;
const TICK_MS = 60_000;
const SHOWN = 5;

/** Old figures are dimmed until those of the last change have come. */
export function ScheduleEffect({ id, rule }: { id: string; rule: Rule }) {
  const now = useNow(TICK_MS);
  const key = JSON.stringify(rule);
  const settled = useDebounced(key, SETTLE_MS);
  const asked = JSON.parse(settled) as Rule;
  const isValid = isRule(asked);
  const { interval, alarmAfter } = asked;
  const query = useQuery({
    ...api.schedule.preview.queryOptions({ id, ...interval, alarmAfter }),
    enabled: isValid,
    placeholderData: keepPreviousData,
    // No event of a system renews it.
    refetchInterval: 60_000,
  });
  const { data, isPlaceholderData } = query;
  if (data === undefined) return <UnansweredPart title={m.forms_effect_unknown()} query={query} />;
  const isStale = isPlaceholderData || settled !== key || !isValid;
  const { alarms, alarmed, resolved, isPart, systems } = data;
  // There is none, or none that the person may see.
  if (systems === 0) return null;
  return (
    <section className={cx('pb-2', isStale && 'opacity-60')} aria-busy={isStale}>
      <p className={cx('px-4 pb-2', alarms > 0 ? 'text-misstext' : 'text-text2')} role="status">
        {alarms > 0 ? m.schedules_effect_alarms({ count: alarms }) : m.schedules_effect_none()}
        {resolved > 0 && ` ${m.schedules_effect_resolved({ count: resolved })}`}
        {isPart && ` ${m.forms_effect_part({ count: systems })}`}
      </p>
      {alarmed.length > 0 && (
        <Rows>
          {alarmed.slice(0, SHOWN).map((one) => (
            <LinkRow
              key={one.id}
              to={`/admin/system?id=${one.id}`}
              label={<bdi>{one.name}</bdi>}
              note={one.organizationName}
              value={m.schedules_effect_since({ time: formatMoment(one.since, now, reader()) })}
            />
          ))}
        </Rows>
      )}
      {alarms > SHOWN && <p className="px-4 pt-1 text-text3">{m.schedules_effect_more({ count: alarms - SHOWN })}</p>}
    </section>
  );
}
