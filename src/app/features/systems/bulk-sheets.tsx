// The sheets of the actions for several systems: what to set, for how long, or a confirmation.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { PickerList, PickerRow } from '#app/ui/form/picker.tsx';
import { Button, HoldButton } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { SheetActions, SheetTile, SheetTiles } from '#app/ui/sheet/sheet-parts.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { Unanswered, UnansweredPart } from '#app/features/shell/query-state.tsx';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { hourFrom, morningAfter } from '#app/features/alarms/alarm-actions.ts';
import { type OrganizationRef, OrganizationRow } from '#app/features/organizations/organization-picker.tsx';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { BulkRequest } from './bulk-job.ts';
import type { ListedSystem } from './systems-pages.ts';

export type BulkSheetKind = 'schedule' | 'retention' | 'organization' | 'pause' | 'restart' | 'destroy';

interface InsideProps {
  systems: readonly ListedSystem[];
  onStart: (request: BulkRequest) => void;
}

type BulkSheetProps = InsideProps & { kind: BulkSheetKind; anchor: HTMLElement | null; onClose: () => void };

interface Kind {
  title: (count: number) => string;
  detail?: () => string;
  Inside: (props: InsideProps) => ReactNode;
}

const kinds: Record<BulkSheetKind, Kind> = {
  schedule: { title: (count) => m.systems_bulk_schedule_title({ count }), Inside: ScheduleChoice },
  retention: { title: (count) => m.systems_bulk_retention_title({ count }), Inside: RetentionChoice },
  organization: {
    title: (count) => m.systems_bulk_move({ count }),
    detail: m.systems_bulk_move_detail,
    Inside: Move,
  },
  pause: {
    title: (count) => m.systems_bulk_pause_title({ count }),
    detail: m.systems_bulk_pause_detail,
    Inside: Pause,
  },
  restart: {
    title: (count) => m.systems_bulk_restart_count({ count }),
    detail: m.systems_bulk_restart_detail,
    Inside: Restart,
  },
  destroy: {
    title: (count) => m.systems_bulk_delete_title({ count }),
    detail: m.systems_bulk_delete_detail,
    Inside: Destroy,
  },
};

/** The sheet of one action; starting it closes the sheet. */
export default function BulkSheet({ kind, anchor, systems, onClose, onStart }: BulkSheetProps) {
  const { title, detail, Inside } = kinds[kind];
  return (
    <Sheet open onClose={onClose} title={title(systems.length)} detail={detail?.()} anchor={anchor}>
      <Inside systems={systems} onStart={onStart} />
    </Sheet>
  );
}

/** A schedule or a retention. */
interface Shared {
  id: string;
  name: string;
  organizationId: string | null;
  organization: { name: string } | null;
}

const EVERY = { sort: 'name ASC', limit: 1000 };
const useSchedules = () => useQuery({ ...api.schedule.list.queryOptions(EVERY), enabled: useCan('schedule.read') });
const useRetentions = () => useQuery({ ...api.retention.list.queryOptions(EVERY), enabled: useCan('retention.read') });

/** Those that every one of the organizations may use. */
const fitting = (rows: readonly Shared[] | undefined, organizations: ReadonlySet<string>): readonly Shared[] =>
  (rows ?? []).filter(
    ({ organizationId }) => organizationId === null || [...organizations].every((id) => id === organizationId),
  );

const optionsOf = (rows: readonly Shared[], none: string) => [
  { value: '', label: none },
  ...rows.map(({ id, name, organization }) => ({
    value: id,
    label: name,
    note: organization?.name ?? m.forms_owner_shared(),
  })),
];

const ownersOf = (systems: readonly ListedSystem[]): ReadonlySet<string> =>
  new Set(systems.map(({ organizationId }) => organizationId));

/** The value that all of the systems have, else ''. */
function common(systems: readonly ListedSystem[], key: 'schedule' | 'retention'): string {
  const ids = new Set(systems.map((system) => system[key]?.id ?? ''));
  return ids.size === 1 ? ([...ids][0] ?? '') : '?';
}

function ScheduleChoice({ systems, onStart }: InsideProps) {
  const query = useSchedules();
  if (query.data === undefined) return <Unanswered title={m.schedules_list_not_loaded()} query={query} />;
  return (
    <PickerList
      label={m.systems_schedule()}
      value={common(systems, 'schedule')}
      options={optionsOf(fitting(query.data.rows, ownersOf(systems)), m.systems_state_no_schedule())}
      onChoose={(id) => onStart({ action: 'update', values: { schedule: id === '' ? null : id } })}
    />
  );
}

function RetentionChoice({ systems, onStart }: InsideProps) {
  const query = useRetentions();
  if (query.data === undefined) return <Unanswered title={m.retentions_list_not_loaded()} query={query} />;
  return (
    <PickerList
      label={m.systems_retention()}
      value={common(systems, 'retention')}
      options={optionsOf(fitting(query.data.rows, ownersOf(systems)), m.systems_bulk_no_retention())}
      onChoose={(id) => onStart({ action: 'update', values: { retention: id === '' ? null : id } })}
    />
  );
}

/** Keeps each system's own. */
const KEEP = '';

/** The number of systems that follow a record of another organization than the new one. */
function misfits(
  systems: readonly ListedSystem[],
  key: 'schedule' | 'retention',
  rows: readonly Shared[],
  to: string,
): number {
  const owners = new Map(rows.map(({ id, organizationId }) => [id, organizationId]));
  return systems.filter((system) => {
    const owner = owners.get(system[key]?.id ?? '') ?? null;
    return owner !== null && owner !== to;
  }).length;
}

function Move({ systems, onStart }: InsideProps) {
  const closeThen = useCloseThen();
  const [ofSchedules, ofRetentions] = [useSchedules(), useRetentions()];
  const [schedules, retentions] = [ofSchedules.data?.rows ?? [], ofRetentions.data?.rows ?? []];
  const [owner, setOwner] = useState<OrganizationRef | null>(null);
  const [schedule, setSchedule] = useState(KEEP);
  const [retention, setRetention] = useState(KEEP);
  const to = owner?.id ?? '';
  const stuck = owner
    ? Math.max(
        schedule === KEEP ? misfits(systems, 'schedule', schedules, to) : 0,
        retention === KEEP ? misfits(systems, 'retention', retentions, to) : 0,
      )
    : 0;
  const move = () =>
    closeThen(() =>
      onStart({
        action: 'update',
        values: {
          organization: to,
          ...(schedule !== KEEP && { schedule }),
          ...(retention !== KEEP && { retention }),
        },
      }),
    );
  const choices = (rows: readonly Shared[]) => optionsOf(fitting(rows, new Set([to])), m.systems_bulk_keep());
  return (
    <div className="grid gap-4">
      <FieldRows>
        <OrganizationRow
          label={m.systems_organization()}
          value={owner}
          onChoose={(next) => {
            setOwner(next);
            setSchedule(KEEP);
            setRetention(KEEP);
          }}
        />
        {owner && (
          <>
            <PickerRow
              label={m.systems_schedule()}
              value={schedule}
              options={choices(schedules)}
              onChange={setSchedule}
            />
            <PickerRow
              label={m.systems_retention()}
              value={retention}
              options={choices(retentions)}
              onChange={setRetention}
            />
          </>
        )}
      </FieldRows>
      <UnansweredPart title={m.schedules_list_not_loaded()} query={ofSchedules} />
      <UnansweredPart title={m.retentions_list_not_loaded()} query={ofRetentions} />
      {stuck > 0 && (
        <p className="px-1.5 text-latetext" role="status">
          {m.systems_bulk_move_stuck({ count: stuck })}
        </p>
      )}
      <Button kind="lamp" wide disabled={owner === null} onPress={move}>
        <Icon name="building" />
        {m.systems_bulk_move({ count: systems.length })}
      </Button>
    </div>
  );
}

function Pause({ systems, onStart }: InsideProps) {
  const now = Date.now();
  const until = (date: Date | null) => () =>
    onStart({ action: 'update', values: { active: false, reenableTime: date?.toISOString() ?? null } });
  const note = (date: Date) => m.alarms_until({ time: formatMoment(date.toISOString(), now, reader()) });
  const resume = {
    icon: 'check',
    label: m.systems_resume(),
    onSelect: () => onStart({ action: 'update', values: { active: true } }),
  } as const;
  const pause = { icon: 'minus', label: m.systems_pause(), onSelect: until(null) } as const;
  return (
    <>
      <SheetActions actions={systems.some(({ active }) => !active) ? [resume, pause] : [pause]} />
      <SheetTiles>
        <SheetTile
          icon="clock"
          label={m.systems_pause_hour()}
          note={note(hourFrom(now))}
          onSelect={until(hourFrom(now))}
        />
        <SheetTile
          icon="sunrise"
          label={m.systems_pause_morning()}
          note={note(morningAfter(now))}
          onSelect={until(morningAfter(now))}
        />
      </SheetTiles>
    </>
  );
}

function Restart({ systems, onStart }: InsideProps) {
  const closeThen = useCloseThen();
  return (
    <Button kind="lamp" wide onPress={() => closeThen(() => onStart({ action: 'restart' }))}>
      <Icon name="restart" />
      {m.systems_bulk_restart_count({ count: systems.length })}
    </Button>
  );
}

function Destroy({ systems, onStart }: InsideProps) {
  const closeThen = useCloseThen();
  return (
    <HoldButton
      confirm={m.systems_bulk_delete_confirm({ count: systems.length })}
      onConfirm={() => closeThen(() => onStart({ action: 'destroy' }))}
    >
      {m.systems_bulk_delete_hold({ count: systems.length })}
    </HoldButton>
  );
}
