// Many alarms at once: lists them by organization and cause before they are acknowledged, so that each may be left out.
import { useState } from 'react';
import { toggleInSet } from '#app/ui/hooks/toggle-in-set.ts';
import { useNow } from '#app/device/now.ts';
import { CheckRow, FieldRows } from '#app/ui/form/field-rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import * as m from '#text/messages.js';
import { acknowledge } from './alarm-actions.ts';
import { causeDetail, causesOf, type Cause, type OrganizationCauses } from './alarm-causes.ts';
import { isUnclaimed, type Alarm } from './alarm-format.ts';
import { kindCount } from './alarm-groups.tsx';
import { useOpenAlarms } from './alarm-queries.ts';

interface AcknowledgeSheetProps {
  /** Those that were open when the sheet was asked for; later ones are not acknowledged. */
  alarms: readonly Alarm[] | null;
  onClose: () => void;
}

/** Open while there are alarms. */
export default function AcknowledgeSheet({ alarms, onClose }: AcknowledgeSheetProps) {
  const organizations = causesOf(alarms ?? []);
  const title = m.alarms_review_title({ count: alarms?.length ?? 0, organizations: organizations.length });
  return (
    <Sheet open={alarms !== null} onClose={onClose} title={title} detail={m.alarms_review_detail()}>
      {alarms && <Review alarms={alarms} organizations={organizations} />}
    </Sheet>
  );
}

interface ReviewProps {
  alarms: readonly Alarm[];
  organizations: readonly OrganizationCauses[];
}

const keyOf = (organization: OrganizationCauses, cause: Cause): string => `${organization.id} ${cause.kind}`;

function Review({ alarms, organizations }: ReviewProps) {
  const now = useNow(30_000);
  const closeThen = useCloseThen();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set<string>());
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
            <span className="font-normal text-text2 tabular-nums">{one.count}</span>
          </h3>
          {one.causes.map((cause) => (
            <CheckRow
              key={cause.kind}
              label={kindCount(cause.kind, cause.alarms.length)}
              hint={causeDetail(cause, now)}
              checked={!left.has(keyOf(one, cause))}
              onChange={() => setLeft(toggleInSet(left, keyOf(one, cause)))}
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
        onPress={() => closeThen(() => void acknowledge(chosen))}
      >
        <Icon name="checks" size={26} />
        {m.alarms_acknowledge_count({ count: chosen.length })}
      </Button>
    </>
  );
}

/** The number of open alarms that the list does not contain. */
function useAddedSince(alarms: readonly Alarm[], now: number): number {
  const { held = [] } = useOpenAlarms();
  const known = new Set(alarms.map(({ id }) => id));
  return held.filter(({ alarm }) => alarm.resolvedAt === null && isUnclaimed(alarm, now) && !known.has(alarm.id))
    .length;
}
