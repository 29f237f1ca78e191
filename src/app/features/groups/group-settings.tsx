// The settings of a group: its name, and deleting it.
import { formFields } from '#app/ui/form/form-fields.tsx';
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { GroupTabs } from './group-tabs.tsx';
import { groupKind } from './group-kind.ts';

const Field = formFields<{ name: string }>();

/** Without an id: a new group. Mount it anew for another one. */
export function GroupSettings({ id }: { id: string | undefined }) {
  return (
    <RecordScreen
      kind={groupKind}
      id={id}
      fields={
        <div className="pt-3">
          <Field.Text name="name" maxLength={200} autoComplete="off" />
        </div>
      }
      tabs={id !== undefined && <GroupTabs id={id} />}
    />
  );
}
