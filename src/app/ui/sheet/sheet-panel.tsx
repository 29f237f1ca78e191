// An open sheet: scrim, panel, grabber, title block.
import { useContext, useId, useLayoutEffect, useRef, useState, type CSSProperties, type SyntheticEvent } from 'react';
import { OverSheetContext, type SheetProps } from './sheet-context.ts';
import { clampOf } from '#app/ui/primitives/clamp.ts';
import { inlineEdges } from '#app/ui/primitives/direction.ts';
import frame from './dialog-host.module.css';
import css from './sheet.module.css';
import { useDragDown } from './use-drag-down.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { useSheetMotion } from './use-sheet-motion.ts';

type PanelProps = Omit<SheetProps, 'open' | 'returnFocus'> & { leaving: boolean; onGone: () => void };

/** The dialog itself; only Sheet draws it. */
export function SheetPanel(props: PanelProps) {
  const { onClose, title, detail, badge, anchor, required = false, children, leaving, onGone } = props;
  const dismiss = () => required || onClose();
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
  useDragDown(head, panel, required ? null : onClose);
  useSheetMotion({ scrim, mover, leaving, onGone, fades: wide || still, still });
  // React bubbles `cancel` and `close` of an inner dialog, and a file field fires `cancel` when its chooser is closed.
  const isOwn = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget;
  const cancel = (e: SyntheticEvent) => {
    if (!isOwn(e)) return;
    e.preventDefault();
    dismiss();
  };
  return (
    <dialog
      ref={dialog}
      className={frame['host']}
      aria-labelledby={id}
      onCancel={cancel}
      onClose={(e) => isOwn(e) && onClose()}
    >
      <div ref={scrim} className={frame['scrim']} role="presentation" onClick={dismiss} />
      <div ref={mover} className={css['mover']} style={place} inert={leaving}>
        <div ref={panel} className={css['panel']}>
          <div ref={head} className={css['handle']}>
            <div className={`${css['grabber']} ${required ? 'opacity-0' : ''}`} aria-hidden="true" />
            <div className={css['heading']}>
              {badge}
              <div>
                <h2 id={id} tabIndex={-1} {...clampOf(title)}>
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

let openModals = 0;

// Style sheets read from <html data-modal> whether a dialog is open.
function countModals(by: 1 | -1): void {
  openModals += by;
  document.documentElement.toggleAttribute('data-modal', openModals > 0);
}

function useOpenModal(dialog: { current: HTMLDialogElement | null }): void {
  // Before measuring: a dialog that is not open yet has no height.
  useLayoutEffect(() => {
    const el = dialog.current;
    if (!el) return undefined;
    if (!el.open) {
      if (typeof el.showModal === 'function') el.showModal();
      else el.setAttribute('open', '');
    }
    const first = el.querySelector<HTMLElement>('[data-focus-first] :is(button, input)') ?? el.querySelector('h2');
    first?.focus({ preventScroll: true });
    countModals(1);
    return () => countModals(-1);
  }, [dialog]);
}

/** The position of the popover: beside its anchor and inside the window; centered without an anchor. */
function usePlace(wide: boolean, anchor: HTMLElement | null | undefined, panel: { current: HTMLElement | null }) {
  const [place, setPlace] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    const { current } = panel;
    if (!wide || !current) {
      setPlace({});
      return undefined;
    }
    const width = 420;
    const within = (n: number, max: number) => Math.max(12, Math.min(n, max - 12));
    const at = anchor && inlineEdges(anchor);
    const put = () => {
      const height = current.offsetHeight;
      const { innerWidth, innerHeight } = window;
      const start = at ? (at.end + 12 + width <= innerWidth ? at.end + 12 : at.start + 24) : (innerWidth - width) / 2;
      const top = at ? at.top : (innerHeight - height) / 2;
      setPlace({ insetInlineStart: within(start, innerWidth - width), top: within(top, innerHeight - height) });
    };
    put();
    if (typeof ResizeObserver === 'undefined') return undefined;
    // Its content may arrive later, and is then taller.
    const grown = new ResizeObserver(put);
    grown.observe(current);
    return () => grown.disconnect();
  }, [wide, anchor, panel]);
  return place;
}
