// All alarms by day, resolved ones too, and the chips that narrow them.
import { clockWords, dayWords } from '#app/ui/format.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Chip, Chips } from '#app/ui/primitives/chip.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { alarmKinds, type AlarmKind } from '#contract/alarm-kind.ts';
import { type AlarmFilter, type HeldAlarm, datedAt } from './alarm-queries.ts';
import { AlarmList } from './alarm-list.tsx';
import { kindWords, markOf } from './alarm-format.ts';

/** Alarms of all times by day, and how to ask for older ones. */
export function AlarmHistory({
  held,
  filter: { kind, day },
  page: { total, busy, onOlder },
  seen,
  onClear,
}: {
  held: HeldAlarm[];
  filter: AlarmFilter;
  page: { total: number; busy: boolean; onOlder: (() => void) | undefined };
  seen: { now: number; fresh: boolean; asOf: number | null };
  onClear: () => void;
}) {
  if (held.length === 0) {
    const clear = (
      <Button kind="quiet" onPress={onClear}>
        Show all kinds and days
      </Button>
    );
    return (
      <Empty
        art={<Icon name="bell" size={56} className="text-text3" />}
        title="No such alarm"
        action={kind || day ? clear : undefined}
      />
    );
  }
  const groups = byDay(held).map(([date, alarms]) => ({
    label: date,
    title: <SectionTitle end={alarms.length}>{dayWords(`${date}T12:00:00`)}</SectionTitle>,
    alarms,
  }));
  return (
    <>
      {day && (
        <div className="px-4 pb-2">
          <Chip pressed onPress={onClear}>
            {clockWords(`${day}T12:00:00.000Z`, 0)}
          </Chip>
        </div>
      )}
      <AlarmList groups={groups} {...seen} />
      {held.length < total && (
        <div className="px-4 py-3">
          <p className="text-text3 pb-2">
            The newest {held.length} of {total}.
          </p>
          {onOlder && (
            <Button kind="quiet" wide busy={busy} onPress={onOlder}>
              {busy ? 'Loading older ones' : 'Show older'}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function byDay(alarms: readonly HeldAlarm[]): [string, HeldAlarm[]][] {
  const days = new Map<string, HeldAlarm[]>();
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

/** Which kind; pressed again, all. */
export function KindChips({
  kind,
  onKind,
}: {
  kind: AlarmKind | undefined;
  onKind: (kind: AlarmKind | undefined) => void;
}) {
  return (
    <div className="pt-2.5">
      <Chips label="Kind">
        <Chip pressed={kind === undefined} onPress={() => onKind(undefined)}>
          All kinds
        </Chip>
        {alarmKinds.map((one) => (
          <Chip
            key={one}
            pressed={kind === one}
            mark={markOf(one)}
            onPress={() => onKind(kind === one ? undefined : one)}
          >
            {kindWords[one]}
          </Chip>
        ))}
      </Chips>
    </div>
  );
}
