// What an open sheet draws: scrim, panel, grabber, title block.
import { useContext, useId, useLayoutEffect, useRef, useState, type CSSProperties, type SyntheticEvent } from 'react';
import { OverSheetContext, type SheetProps } from './sheet.tsx';
import { useDragDown } from './use-drag-down.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { useSheetMotion } from './use-sheet-motion.ts';

type PanelProps = Omit<SheetProps, 'open'> & { leaving: boolean; onGone: () => void };

/** The dialog itself; only Sheet draws it. */
export function SheetPanel({ onClose, title, detail, badge, anchor, children, leaving, onGone }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const scrim = useRef<HTMLDivElement>(null);
  const mover = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const over = useContext(OverSheetContext);
  const wide = useMedia('(min-width: 64rem)');
  const still = useMedia('(prefers-reduced-motion: reduce)');
  useOpenModal(dialog);
  const place = usePlace(wide, anchor, panel);
  useDragDown(head, panel, onClose);
  useSheetMotion({ scrim, mover, leaving, onGone, fades: wide || still, still });
  const refuse = (e: SyntheticEvent) => {
    e.preventDefault();
    onClose();
  };
  return (
    <dialog ref={dialog} className="sheet-host" aria-labelledby={id} onCancel={refuse} onClose={onClose}>
      <div ref={scrim} className="scrim" role="presentation" onClick={onClose} />
      <div ref={mover} className="sheet-move" style={place} inert={leaving}>
        <div ref={panel} className="sheet">
          <div ref={head} className="sheet-pull">
            <div className="grab" aria-hidden="true" />
            <div className="sheet-hd">
              {badge}
              <div>
                <h2 id={id} tabIndex={-1}>
                  {title}
                </h2>
                {detail && <p className="text-text2">{detail}</p>}
              </div>
            </div>
          </div>
          {children}
        </div>
      </div>
      {over}
    </dialog>
  );
}

function useOpenModal(dialog: { current: HTMLDialogElement | null }): void {
  // Before measuring: a dialog that is not open yet has no height.
  useLayoutEffect(() => {
    const el = dialog.current;
    if (!el) return;
    if (!el.open) {
      if (typeof el.showModal === 'function') el.showModal();
      else el.setAttribute('open', '');
    }
    el.querySelector('h2')?.focus({ preventScroll: true });
  }, [dialog]);
}

/** Where the popover stands: beside its anchor, kept on the screen; centred without one. */
function usePlace(wide: boolean, anchor: HTMLElement | null | undefined, panel: { current: HTMLElement | null }) {
  const [place, setPlace] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    if (!wide || !panel.current) {
      setPlace({});
      return;
    }
    const width = 420;
    const height = panel.current.offsetHeight;
    const { innerWidth, innerHeight } = window;
    const at = anchor?.getBoundingClientRect();
    const left = at ? (at.right + 12 + width <= innerWidth ? at.right + 12 : at.left + 24) : (innerWidth - width) / 2;
    const top = at ? at.top : (innerHeight - height) / 2;
    const keep = (n: number, max: number) => Math.max(12, Math.min(n, max - 12));
    setPlace({ left: keep(left, innerWidth - width), top: keep(top, innerHeight - height) });
  }, [wide, anchor, panel]);
  return place;
}
