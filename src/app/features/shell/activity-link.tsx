// The way from a record to what was done with it, for those who may read the activity.
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { useCan } from '#app/auth/me.ts';
import * as m from '#text/messages.js';

/** `id`: of the record. */
export function ActivityLink({ id }: { id: string }) {
  if (!useCan('activity.read')) return null;
  return (
    <Rows>
      <LinkRow
        icon="clock"
        label={m.activity_title()}
        note={m.activity_link_note()}
        to={`/admin/activity?object=${id}`}
      />
    </Rows>
  );
}
