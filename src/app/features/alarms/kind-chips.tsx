// The chips that filter the list of all alarms.
import { Chip, Chips } from '#app/ui/primitives/chip.tsx';
import { alarmKinds, type AlarmKind } from '#contract/alarm-kind.ts';
import * as m from '#text/messages.js';
import { kindLabel, markOf } from './alarm-format.ts';

/** One chip for each kind; pressing the chosen one again shows all. */
export function KindChips({
  kind,
  onKind,
}: {
  kind: AlarmKind | undefined;
  onKind: (kind: AlarmKind | undefined) => void;
}) {
  return (
    <div className="pt-2.5">
      <Chips label={m.alarms_kind()}>
        <Chip pressed={kind === undefined} onPress={() => onKind(undefined)}>
          {m.alarms_all_kinds()}
        </Chip>
        {alarmKinds.map((one) => (
          <Chip
            key={one}
            pressed={kind === one}
            mark={markOf(one)}
            onPress={() => onKind(kind === one ? undefined : one)}
          >
            {kindLabel(one)}
          </Chip>
        ))}
      </Chips>
    </div>
  );
}
