// Deleting the record of a form: a quiet row at its end, and a sheet that is confirmed by holding.
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { flash } from '#app/device/flash.ts';
import { listAddress } from '#app/features/lists/list-searches.ts';
import * as m from '#text/messages.js';
import { ConfirmDelete } from './confirm-sheet.tsx';
import { useAllowed } from './record-allowed.ts';
import { type NamedRecord, type RecordKind, recordName } from './record-kind.ts';

/** A record that may be deleted. */
export interface Deleting<R> {
  record: R;
  /** Called with the record before it is deleted, and with null when that failed: deleting takes it out of the cache. */
  onDeleting: (record: R | null) => void;
}

interface DeleteRecordProps<R extends NamedRecord> extends Deleting<R> {
  kind: Deletable<R>;
  /** Called before the page is left. */
  onDeleted: () => void;
  /** See `RecordScreenProps`. */
  renderDeleting?: ((record: R, confirm: ReactNode) => ReactNode) | undefined;
}

type Deletable<R extends NamedRecord> = Pick<
  RecordKind<R, never, never, never>,
  'listHref' | 'texts' | 'allows' | 'deleteAsksName'
> & {
  entity: { noun: string };
  nameOf?: (record: R) => string;
  calls: { destroy(input: { id: string }): Promise<unknown> };
};

/** The row and its sheet, for those who may; leads to the list afterwards. */
export function DeleteRecord<R extends NamedRecord>({
  kind,
  record,
  onDeleting,
  onDeleted,
  renderDeleting,
}: DeleteRecordProps<R>) {
  const { history } = useRouter();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { id } = record;
  const name = recordName(kind, record);
  const { remove, removeDetail } = kind.texts();
  const desk = useMedia('(min-width: 64rem)');
  const leave = () => {
    onDeleted();
    flash('positive', m.forms_deleted({ name }));
    history.replace(listAddress(kind.listHref), undefined, { ignoreBlocker: true });
  };
  if (!useAllowed(kind, 'destroy', record)) return null;
  const confirm = (
    <ConfirmDelete
      record={record}
      destroy={() => kind.calls.destroy({ id })}
      onDeleting={onDeleting}
      onDone={leave}
      typed={desk && kind.deleteAsksName === true ? name : undefined}
    />
  );
  return (
    <>
      <Rows>
        <LinkRow icon="trash" label={<span className="text-misstext">{remove}</span>} onPress={setAnchor} />
      </Rows>
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        title={m.forms_delete_title({ name })}
        detail={removeDetail(record)}
        anchor={anchor}
      >
        {renderDeleting ? renderDeleting(record, confirm) : confirm}
      </Sheet>
    </>
  );
}
