// What an open sheet draws: scrim, panel, grabber, title block.
import * as m from 'framer-motion/m';
import { useId, useLayoutEffect, useRef, useState, type CSSProperties, type SyntheticEvent } from 'react';
import type { SheetProps } from './sheet.tsx';
import { useDragDown } from './use-drag-down.ts';
import { useMedia } from './use-media.ts';

type PanelProps = Omit<SheetProps, 'open'> & { moving: boolean };

const ease = [0.2, 0, 0, 1] as const;
const easeOut = [0.4, 0, 1, 1] as const;

/** The dialog itself; only Sheet draws it. */
export function SheetPanel({ onClose, title, detail, badge, anchor, children, moving }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const wide = useMedia('(min-width: 64rem)');
  const still = useMedia('(prefers-reduced-motion: reduce)');
  useOpenModal(dialog);
  const place = usePlace(wide, anchor, panel);
  useDragDown(head, panel, onClose);
  const away = wide || still ? { opacity: 0 } : { y: '100%' };
  const here = wide || still ? { opacity: 1 } : { y: 0 };
  const refuse = (e: SyntheticEvent) => {
    e.preventDefault();
    onClose();
  };
  return (
    <dialog ref={dialog} className="sheet-host" aria-labelledby={id} onCancel={refuse} onClose={onClose}>
      <m.div
        className="scrim"
        initial={moving ? { opacity: 0 } : false}
        animate={{ opacity: 1 }}
        exit={{ opacity: 0, transition: { duration: 0.2 } }}
        transition={{ duration: still ? 0.08 : 0.2 }}
        onClick={onClose}
      />
      <m.div
        className="sheet-move"
        style={place}
        initial={moving ? away : false}
        animate={here}
        exit={{ ...away, transition: { duration: still ? 0.08 : 0.2, ease: easeOut } }}
        transition={{ duration: still ? 0.08 : 0.32, ease }}
      >
        <div ref={panel} className="sheet">
          <div ref={head} className="sheet-pull">
            <div className="grab" aria-hidden="true" />
            <div className="sheet-hd">
              {badge}
              <div>
                <h2 id={id} tabIndex={-1}>
                  {title}
                </h2>
                {detail && <p className="t2">{detail}</p>}
              </div>
            </div>
          </div>
          {children}
        </div>
      </m.div>
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
