// The way from a record to what was done with it, and from a person to what the person did, for those who may read it.
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { useCan } from '#app/auth/me.ts';
import * as m from '#text/messages.js';

/** `id`: of the record. `person`: its name, where it is a person. */
export function ActivityLink({ id, person }: { id: string; person?: string }) {
  if (!useCan('activity.read')) return null;
  return (
    <Rows>
      <LinkRow
        icon="clock"
        label={m.activity_title()}
        note={m.activity_link_note()}
        to={`/admin/activity?object=${id}`}
      />
      {person !== undefined && (
        <LinkRow icon="user" label={m.activity_title_of({ name: person })} to={`/admin/activity?user=${id}`} />
      )}
    </Rows>
  );
}
