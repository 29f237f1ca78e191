// All alarms by day, resolved ones included, and the chips that filter them.
import { reader } from '#app/device/reader.ts';
import { formatDate, formatDay } from '#text/format.ts';
import * as m from '#text/messages.js';
import { Button } from '#app/ui/primitives/button.tsx';
import { Chip, Chips } from '#app/ui/primitives/chip.tsx';
import { choiceChips } from '#app/ui/primitives/choice-chips.ts';
import { Empty } from '#app/ui/status/empty.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { ListMore } from '#app/ui/list/list-more.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { alarmKinds, type AlarmKind } from '#contract/alarm-kind.ts';
import { type AlarmFilter, type AlarmItem, datedAt } from './alarm-queries.ts';
import { AlarmList } from './alarm-list.tsx';
import { kindLabel, markOf } from './alarm-format.ts';

/** Alarms by day, newest first, with a button for older ones. */
export function AlarmHistory({
  items,
  filter: { kind, day },
  page: { total, busy, failed, onOlder },
  seen,
  onClear,
}: {
  items: AlarmItem[];
  filter: AlarmFilter;
  page: { total: number; busy: boolean; failed: boolean; onOlder: (() => void) | undefined };
  seen: { now: number; fresh: boolean; asOf: number | null };
  onClear: () => void;
}) {
  if (items.length === 0) {
    const clear = (
      <Button kind="quiet" onPress={onClear}>
        {m.alarms_clear_filters()}
      </Button>
    );
    return (
      <Empty
        art={<Icon name="bell" size={56} className="text-text3" />}
        title={m.alarms_no_match()}
        action={kind || day ? clear : undefined}
      />
    );
  }
  const groups = byDay(items).map(([date, alarms]) => ({
    label: date,
    title: <SectionTitle end={alarms.length}>{formatDay(`${date}T12:00:00`, reader())}</SectionTitle>,
    alarms,
  }));
  return (
    <>
      {day && (
        <div className="px-4 pb-2">
          <Chip pressed onPress={onClear}>
            {formatDate(`${day}T12:00:00`, 0, reader())}
          </Chip>
        </div>
      )}
      <AlarmList groups={groups} {...seen} />
      {items.length < total && (
        <p className="px-4 pt-3 text-text3">{m.alarms_more_of({ shown: items.length, total })}</p>
      )}
      {items.length < total && onOlder && (
        <ListMore busy={busy} failed={failed} onMore={onOlder}>
          {busy ? m.alarms_loading_older() : m.alarms_show_older()}
        </ListMore>
      )}
    </>
  );
}

function byDay(alarms: readonly AlarmItem[]): [string, AlarmItem[]][] {
  const days = new Map<string, AlarmItem[]>();
  for (const one of alarms) {
    const day = localDay(datedAt(one.alarm));
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days].toSorted(([a], [b]) => (a < b ? 1 : -1));
}

function localDay(iso: string): string {
  const at = new Date(iso);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

interface KindChipsProps {
  kind: AlarmKind | undefined;
  onKind: (kind: AlarmKind | undefined) => void;
}

/** One chip for each kind; pressing the chosen one again shows all. */
export function KindChips({ kind, onKind }: KindChipsProps) {
  const kinds = alarmKinds.map((one) => ({ id: one, label: kindLabel(one), mark: markOf(one) }));
  return (
    <div className="pt-2.5">
      <Chips label={m.alarms_kind()}>
        {choiceChips({ label: m.alarms_all_kinds() }, kinds, kind, onKind).map(({ id, label, mark, ...chip }) => (
          <Chip key={id} {...chip} {...(mark && { mark })}>
            {label}
          </Chip>
        ))}
      </Chips>
    </div>
  );
}
