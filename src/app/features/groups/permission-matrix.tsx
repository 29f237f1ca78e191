// The matrix in which the permissions of a group are changed, with its presets and the help for one permission.
import { useState } from 'react';
import { Matrix, type MatrixCell } from '#app/ui/form/matrix.tsx';
import { Chip, Chips } from '#app/ui/primitives/chip.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { useMe } from '#app/auth/me.ts';
import { type GroupPreset, groupPresets } from '#contract/group-presets.ts';
import * as m from '#text/messages.js';
import { holds } from './group-kind.ts';
import { actionText, modelRows, permissionColumns } from './permission-rows.tsx';
import { type PermissionId, presetOf, presetSet, toggleAll } from './permission-set.ts';
import { modelNote, permissionHelp, permissionText } from './permission-text.ts';

interface PermissionMatrixProps {
  /** The saved permissions. */
  saved: readonly PermissionId[];
  value: readonly PermissionId[];
  offered: readonly PermissionId[];
  onChange: (next: PermissionId[]) => void;
}

/** Changes nothing that its person lacks: nobody grants more than they have. */
export function PermissionMatrix({ saved, value, offered, onChange }: PermissionMatrixProps) {
  const me = useMe();
  const [asked, setAsked] = useState<{ id: PermissionId; anchor: HTMLElement } | null>(null);
  const isLocked = (id: PermissionId) => me === null || !holds(me, id);
  const [held, before] = [new Set(value), new Set(saved)];
  const rows = modelRows(offered);
  const toggle = (ids: readonly PermissionId[]) => onChange(toggleAll(value, ids, isLocked));
  const cell = (id: PermissionId): MatrixCell => ({
    id,
    label: permissionText(id),
    checked: held.has(id),
    changed: held.has(id) !== before.has(id),
    locked: isLocked(id),
  });
  return (
    <>
      <Presets value={value} offered={offered} isLocked={isLocked} onChange={onChange} />
      <Matrix
        label={m.groups_tab_permissions()}
        corner={m.groups_may()}
        columns={permissionColumns()}
        rows={rows.map(({ model, label, offered: own, main, more }) => ({
          id: model,
          label,
          note: modelNote(
            own.filter((id) => held.has(id)),
            own,
          ),
          cells: main.map((id) => (id === null ? null : cell(id))),
          more: more.map((id) => ({ label: actionText(id), note: permissionHelp(id), cell: cell(id) })),
        }))}
        onToggle={(id) => toggle([id])}
        onRow={(model) => toggle(rows.find((row) => row.model === model)?.offered ?? [])}
        onColumn={(action) => toggle(offered.filter((id) => id.endsWith(`.${action}`)))}
        onExplain={(id, anchor) => setAsked({ id, anchor })}
      />
      <Sheet
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === null ? '' : permissionText(asked.id)}
        anchor={asked?.anchor ?? null}
      >
        {asked && (
          <div className="grid gap-2 px-2 pb-4 text-text2">
            <p>{permissionHelp(asked.id)}</p>
            {isLocked(asked.id) && <p>{m.groups_locked()}</p>}
          </div>
        )}
      </Sheet>
    </>
  );
}

const presetNames: Record<GroupPreset, () => string> = {
  viewer: m.groups_preset_viewer,
  onCall: m.groups_preset_on_call,
  organizationAdministrator: m.groups_preset_organization_administrator,
  everything: m.groups_everything,
};

type PresetsProps = Pick<PermissionMatrixProps, 'value' | 'offered' | 'onChange'> & {
  isLocked: (id: PermissionId) => boolean;
};

/** A preset fills the matrix; "Custom" says that it is none of them. */
function Presets({ value, offered, isLocked, onChange }: PresetsProps) {
  const current = presetOf(value, offered);
  const givable = (preset: GroupPreset) => !presetSet(preset, offered).some(isLocked);
  return (
    <div className="py-2.5">
      <Chips label={m.groups_presets()}>
        {groupPresets.filter(givable).map((preset) => (
          <Chip key={preset} pressed={preset === current} onPress={() => onChange(presetSet(preset, offered))}>
            {presetNames[preset]()}
          </Chip>
        ))}
        {current === null && (
          <Chip pressed onPress={() => undefined}>
            {m.groups_preset_custom()}
          </Chip>
        )}
      </Chips>
    </div>
  );
}
