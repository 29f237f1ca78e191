// The chosen item beside the list, with the pages of its record; from 1100 px, below it instead of the list.
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import * as m from '#text/messages.js';
import { type Item, fitsPane, noteOf } from './search-hits.ts';

const OrganizationPreview = lazy(() => import('./organization-preview.tsx'));
const SystemPreview = lazy(() => import('./system-preview.tsx'));

interface PreviewProps {
  item: Item;
  /** It has the place of the list, and takes the focus. */
  alone: boolean;
  onOpen: (item: Item, to?: string) => void;
  /** Opens it docked beside its list. */
  onDock: (item: Item) => void;
  /** Escape in it leads back to the field. */
  onLeave: () => void;
}

export function Preview({ item, alone, onOpen, onDock, onLeave }: PreviewProps) {
  const { label, group, actions, systemId, organizationId } = item;
  const note = noteOf(item);
  const wide = useMedia('(min-width: 64rem)');
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    if (alone) root.current?.querySelector('button')?.focus();
  }, [alone]);
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.key !== 'Escape') return;
    e.preventDefault();
    onLeave();
  };
  return (
    <section
      ref={root}
      aria-label={m.search_preview()}
      onKeyDown={onKeyDown}
      className={cx(
        'flex flex-col gap-2 overflow-y-auto p-4',
        alone ? 'flex-1' : 'w-80 flex-none border-s border-line',
      )}
    >
      <p className="text-secondary text-text3">{group}</p>
      <h2 className="text-[1.5rem]/[1.2] font-bold tracking-[-0.022em] wrap-anywhere">
        <bdi>{label}</bdi>
      </h2>
      {note !== '' && (
        <p className="wrap-anywhere text-text2">
          <bdi>{note}</bdi>
        </p>
      )}
      {systemId !== undefined && (
        <Suspense>
          <SystemPreview id={systemId} />
        </Suspense>
      )}
      {organizationId !== undefined && (
        <Suspense>
          <OrganizationPreview id={organizationId} />
        </Suspense>
      )}
      <div className="mt-3 flex flex-col gap-2">
        <Button kind="lamp" wide size="medium" onPress={() => onOpen(item)}>
          {item.run ? m.search_run() : m.search_key_open()}
        </Button>
        {fitsPane(item) && wide && (
          <Button wide size="medium" onPress={() => onDock(item)}>
            {m.search_dock()}
          </Button>
        )}
        {actions.map((action) => (
          <Button key={action.to} wide size="medium" onPress={() => onOpen(item, action.to)}>
            {action.label}
          </Button>
        ))}
      </div>
    </section>
  );
}
