// The person who changed a field that is being edited. A live event brings the change without a name; the activity has it.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import { lastUserId, useCan } from '#app/auth/me.ts';
import { firstName } from '#text/format.ts';

/**
 * The first name of the person who made this version of a record; null while unknown, not visible, or the reader on another
 * device. `record`: null while nothing is asked.
 */
export function useConflictEditor(record: unknown): string | null {
  const allowed = useCan('activity.read');
  const { id = '', editedAt = '' } = isVersion(record) ? record : {};
  const where = { object: id, createdAt: { '<=': editedAt } };
  const { data } = useQuery({
    ...api.activity.list.queryOptions({ where, sort: 'createdAt DESC', limit: 1 }),
    enabled: editedAt !== '' && allowed,
  });
  const actor = data?.rows[0]?.actor;
  return editedAt !== '' && actor?.kind === 'user' && actor.id !== lastUserId() ? firstName(actor.name) : null;
}

const isVersion = (record: unknown): record is { id: string; editedAt: string } =>
  typeof record === 'object' && record !== null && 'id' in record && 'editedAt' in record;
