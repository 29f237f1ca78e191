// All alarms by day, resolved ones included.
import { reader } from '#app/device/reader.ts';
import { instantOf } from '#app/device/zone-days.ts';
import { formatDate, formatDay } from '#text/format.ts';
import * as m from '#text/messages.js';
import { Button } from '#app/ui/primitives/button.tsx';
import { Chip } from '#app/ui/primitives/chip.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { ListMore } from '#app/ui/list/list-more.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { type AlarmFilter, type AlarmItem, byDay } from './alarm-queries.ts';
import { AlarmList } from './alarm-list.tsx';
import type { ListOptions } from './alarm-sections.tsx';

const noonOf = (day: string): string => new Date(instantOf(day, 12, reader().timeZone)).toISOString();

/** Alarms by day, newest first, with a button for older ones. */
export default function AlarmHistory({
  items,
  filter: { kind, day },
  page: { total, busy, failed, onOlder },
  seen,
  onClear,
  list = {},
}: {
  items: AlarmItem[];
  filter: AlarmFilter;
  page: { total: number; busy: boolean; failed: boolean; onOlder: (() => void) | undefined };
  seen: { now: number; fresh: boolean; asOf: number | null };
  onClear: () => void;
  list?: ListOptions;
}) {
  if (items.length === 0) {
    const clear = (
      <Button kind="quiet" onPress={onClear}>
        {m.alarms_clear_filters()}
      </Button>
    );
    return (
      <>
        <Empty
          art={<Icon name="bell" size={56} className="text-text3" />}
          title={kind || day ? m.alarms_no_match() : m.alarms_none()}
          action={kind || day ? clear : undefined}
        />
        <AlarmList groups={[]} {...seen} {...list} />
      </>
    );
  }
  const groups = byDay(items).map(([date, alarms]) => ({
    label: formatDate(noonOf(date), 0, reader()),
    title: <SectionTitle end={alarms.length}>{formatDay(noonOf(date), reader())}</SectionTitle>,
    alarms,
  }));
  return (
    <>
      {day && (
        <div className="px-4 pb-2">
          <Chip pressed onPress={onClear}>
            {formatDate(noonOf(day), 0, reader())}
          </Chip>
        </div>
      )}
      <AlarmList groups={groups} {...seen} {...list} />
      {items.length < total && (
        <p className="px-4 pt-3 text-text3">
          {(onOlder || busy ? m.alarms_more_of : m.lists_limited)({ shown: items.length, total })}
        </p>
      )}
      {items.length < total && onOlder && (
        <ListMore busy={busy} failed={failed} onMore={onOlder}>
          {busy ? m.alarms_loading_older() : m.alarms_show_older()}
        </ListMore>
      )}
    </>
  );
}
