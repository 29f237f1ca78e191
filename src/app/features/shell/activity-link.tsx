// The way from a record to what was done with it, and from a person to what the person did, for those who may read it.
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { useMayReadActivity } from '#app/auth/can-in.ts';
import { useCan } from '#app/auth/me.ts';
import * as m from '#text/messages.js';

interface ActivityLinkProps {
  record: { readonly id: string; readonly organizationId?: string | null };
  /** The name of the record, where it is a person. */
  person?: string;
}

/** The link to the activity of a record is left out where its list would be empty. */
export function ActivityLink({ record, person }: ActivityLinkProps) {
  const { id } = record;
  const mayReadActs = useCan('activity.read') && person !== undefined;
  const mayReadRecord = useMayReadActivity(record);
  if (!mayReadRecord && !mayReadActs) return null;
  return (
    <Rows>
      {mayReadRecord && (
        <LinkRow
          icon="clock"
          label={m.shell_place_activity()}
          note={m.activity_link_note()}
          to={`/admin/activity?object=${id}`}
        />
      )}
      {mayReadActs && (
        <LinkRow icon="user" label={m.activity_title_of({ name: person })} to={`/admin/activity?user=${id}`} />
      )}
    </Rows>
  );
}
