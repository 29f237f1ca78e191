// Many alarms at once: lists them by organization and cause before they are acknowledged, so that each may be left out.
import { useState } from 'react';
import { toggleInSet } from '#app/ui/hooks/toggle-in-set.ts';
import { useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { FieldRows, OpeningCheckRow } from '#app/ui/form/field-rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { formatMoment, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { causeDetail, causesOf, type Cause, type OrganizationCauses } from './alarm-causes.ts';
import { isUnclaimed, markOf, reasonOf, type Alarm } from './alarm-format.ts';
import { kindCount } from './alarm-groups.tsx';
import { useOpenAlarms } from './alarm-queries.ts';
import { subjectOf } from './alarm-subject.ts';

interface AcknowledgeSheetProps {
  /** Those that were open when the sheet was asked for; later ones are not acknowledged. */
  alarms: readonly Alarm[] | null;
  onAcknowledge: (alarms: readonly Alarm[]) => void;
  onClose: () => void;
}

/** Open while there are alarms. */
export default function AcknowledgeSheet({ alarms, onAcknowledge, onClose }: AcknowledgeSheetProps) {
  const organizations = causesOf(alarms ?? []);
  const title = m.alarms_review_title({ count: alarms?.length ?? 0, organizations: organizations.length });
  return (
    <Sheet open={alarms !== null} onClose={onClose} title={title} detail={useYoursUntil()}>
      {alarms && <Review alarms={alarms} organizations={organizations} onAcknowledge={onAcknowledge} />}
    </Sheet>
  );
}

const HOUR_MS = 3_600_000;

/** Until when they are the person's own at most, where acknowledgements lapse. */
function useYoursUntil(): string {
  const now = useNow(30_000);
  const hours = useMe()?.lapseAfterHours ?? 0;
  if (hours === 0) return m.alarms_review_detail();
  const until = new Date(now + hours * HOUR_MS).toISOString();
  return m.alarms_review_detail_until({ time: formatMoment(until, now, reader()) });
}

interface ReviewProps {
  alarms: readonly Alarm[];
  organizations: readonly OrganizationCauses[];
  onAcknowledge: (alarms: readonly Alarm[]) => void;
}

const keyOf = (organization: OrganizationCauses, cause: Cause): string => `${organization.id} ${cause.kind}`;

function Review({ alarms, organizations, onAcknowledge }: ReviewProps) {
  const now = useNow(30_000);
  const closeThen = useCloseThen();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set<string>());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set<string>());
  const chosen = organizations.flatMap((one) =>
    one.causes.filter((cause) => !left.has(keyOf(one, cause))).flatMap((cause) => cause.alarms),
  );
  const added = useAddedSince(alarms, now);
  return (
    <>
      {organizations.map((one) => (
        <FieldRows key={one.id} label={one.name}>
          <h3 className="flex justify-between gap-4 px-4 pt-3 text-base font-semibold">
            <bdi>{one.name}</bdi>
            <span className="font-normal text-text2 tabular-nums">{formatNumber(one.count, reader())}</span>
          </h3>
          {one.causes.map((cause) => (
            <OpeningCheckRow
              key={cause.kind}
              mark={<Mark kind={markOf(cause.kind)} />}
              label={kindCount(cause.kind, cause.alarms.length)}
              hint={causeDetail(cause, now)}
              checked={!left.has(keyOf(one, cause))}
              onChange={() => setLeft(toggleInSet(left, keyOf(one, cause)))}
              isOpen={opened.has(keyOf(one, cause))}
              onToggle={() => setOpened(toggleInSet(opened, keyOf(one, cause)))}
              below={<Names alarms={cause.alarms} now={now} />}
            />
          ))}
        </FieldRows>
      ))}
      {added > 0 && <p className="px-4 pb-2 text-secondary text-text2">{m.alarms_review_new({ count: added })}</p>}
      <Button
        kind="lamp"
        wide
        size="large"
        disabled={chosen.length === 0}
        onPress={() => closeThen(() => onAcknowledge(chosen))}
      >
        <Icon name="checks" size={26} />
        {m.alarms_acknowledge_count({ count: chosen.length })}
      </Button>
    </>
  );
}

const Names = ({ alarms, now }: { alarms: readonly Alarm[]; now: number }) => (
  <ul className="ps-9 text-secondary text-text2 [overflow-wrap:anywhere]">
    {alarms.map((alarm) => (
      <li key={alarm.id} className="py-1">
        <bdi className="text-text">{subjectOf(alarm)}</bdi> <bdi>{reasonOf(alarm, now)}</bdi>
      </li>
    ))}
  </ul>
);

/** The number of open alarms that the list does not contain. */
function useAddedSince(alarms: readonly Alarm[], now: number): number {
  const { held = [] } = useOpenAlarms();
  const known = new Set(alarms.map(({ id }) => id));
  return held.filter(({ alarm }) => alarm.resolvedAt === null && isUnclaimed(alarm, now) && !known.has(alarm.id))
    .length;
}
