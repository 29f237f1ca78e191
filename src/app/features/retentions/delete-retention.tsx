// The button that deletes a retention. The server rejects it while systems follow the retention.
import { useRouter } from '@tanstack/react-router';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { DeleteRecord } from '#app/features/shell/delete-record.tsx';
import * as m from '#text/messages.js';
import { followersText } from './retention-rule.ts';
import { type Retention, listHref } from './retentions-list.tsx';

interface DeleteProps {
  retention: Retention;
  /** Called with the retention before it is deleted, and with null when that failed. */
  onDeleting: (retention: Retention | null) => void;
  /** Called before the page is left. */
  onDone: () => void;
}

/** Leads to the list afterwards. */
export function DeleteRetention({ retention, onDeleting, onDone }: DeleteProps) {
  const { history } = useRouter();
  const { id, name, systems } = retention;
  const remove = async () => {
    onDeleting(retention);
    await api.retention.destroy({ id }).catch((error: unknown) => {
      onDeleting(null);
      throw error;
    });
  };
  const leave = () => {
    onDone();
    history.replace(listHref);
    flash('positive', m.retentions_deleted({ name }));
  };
  if (!useCan('retention.destroy')) return null;
  return (
    <DeleteRecord
      label={m.retentions_delete()}
      title={m.retentions_delete_title({ name })}
      detail={systems > 0 ? followersText(systems) : m.retentions_delete_detail()}
      hold={m.retentions_delete_hold()}
      confirm={m.retentions_delete_confirm()}
      onDelete={remove}
      onDeleted={leave}
    />
  );
}
