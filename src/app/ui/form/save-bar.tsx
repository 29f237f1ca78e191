// The bar of a form with changes: the changed fields by name, Back, giving up, and saving.
import type { ReactNode } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import css from './save-bar.module.css';
import * as m from '#text/messages.js';

type SaveBarProps = {
  /** Short names of the changed fields. */
  changed: readonly string[];
  /** Instead of the names. */
  status?: string | undefined;
  /** Leaves the page, which asks first. */
  onBack: () => void;
  backLabel: string;
  save: ReactNode;
  /** The id of the form that Save submits; so does Enter in its fields. */
  formId: string;
  discard: ReactNode;
  onDiscard: () => void;
  busy?: boolean;
};

/** Appears with the first change. Save is never disabled. */
export function SaveBar(props: SaveBarProps) {
  const { changed, status, onBack, backLabel, save, formId, discard, onDiscard, busy = false } = props;
  return (
    <div className={css['bar']} data-unfinished="">
      <p className={css['dirty']} role="status">
        <i />
        {status ?? m.forms_not_saved_yet({ names: changed.join(', ') })}
      </p>
      <Button kind="quiet" square label={backLabel} onPress={onBack}>
        <Icon name="left" size={26} />
      </Button>
      <Button kind="quiet" onPress={onDiscard}>
        {discard}
      </Button>
      <div className={css['main']}>
        <Button kind="lamp" form={formId} busy={busy}>
          {save}
        </Button>
      </div>
    </div>
  );
}
