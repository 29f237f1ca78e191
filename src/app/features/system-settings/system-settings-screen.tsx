// The settings of a system, or the form of a new one.
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { SystemTabs } from '#app/features/systems/system-tabs.tsx';
import * as m from '#text/messages.js';
import { SystemFields } from './system-fields.tsx';
import { systemKind } from './system-form.ts';

/** Without an id: a new system. Mount it anew for another one. */
export function SystemSettingsScreen({ id }: { id: string | undefined }) {
  return (
    <RecordScreen
      kind={systemKind}
      id={id}
      tabs={id !== undefined && <SystemTabs id={id} label={m.systems_system()} />}
      fields={<SystemFields id={id} />}
    />
  );
}
