// The chips that filter the list of all alarms.
import type { ReactNode } from 'react';
import { Chip, Chips } from '#app/ui/primitives/chip.tsx';
import { choiceChips } from '#app/ui/primitives/choice-chips.ts';
import { alarmKinds, type AlarmKind } from '#contract/alarm-kind.ts';
import * as m from '#text/messages.js';
import { kindLabel, markOf } from './alarm-format.ts';

/** One chip for each kind; pressing the chosen one again shows all. */
export function KindChips({
  kind,
  onKind,
  end,
}: {
  kind: AlarmKind | undefined;
  onKind: (kind: AlarmKind | undefined) => void;
  /** Beside the chips, which scroll. */
  end: ReactNode;
}) {
  const kinds = alarmKinds.map((one) => ({ id: one, label: kindLabel(one), mark: markOf(one) }));
  return (
    <div className="flex gap-2 pt-2.5 pe-3">
      <div className="min-w-0 flex-1">
        <Chips label={m.alarms_kind()}>
          {choiceChips({ label: m.alarms_all_kinds() }, kinds, kind, onKind).map(({ id, label, mark, ...chip }) => (
            <Chip key={id} {...chip} {...(mark && { mark })}>
              {label}
            </Chip>
          ))}
        </Chips>
      </div>
      {end}
    </div>
  );
}
