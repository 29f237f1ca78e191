// Buttons. At most one lamp-filled button on a page.
import { useEffect, useRef, useState, type ReactNode } from 'react';

export type ButtonKind = 'lamp' | 'quiet' | 'line' | 'danger';

type ButtonProps = {
  kind?: ButtonKind;
  children: ReactNode;
  onPress?: (el: HTMLElement) => void;
  /** With an address it is a link (tel:, a download). */
  href?: string;
  type?: 'button' | 'submit';
  /** 54 x 54, for an icon; give it a label. */
  square?: boolean;
  wide?: boolean;
  tall?: boolean;
  small?: boolean;
  /** Working: stays where it is and swallows presses. */
  busy?: boolean;
  disabled?: boolean;
  /** Its name, where the content is only an icon. */
  label?: string;
  className?: string;
};

function classOf(p: ButtonProps): string {
  const parts = ['btn', `btn-${p.kind ?? 'quiet'}`, p.className ?? ''];
  if (p.square) parts.push('btn-sq');
  if (p.wide) parts.push('btn-wide');
  if (p.tall) parts.push('btn-tall');
  if (p.small) parts.push('btn-small');
  return parts.join(' ').trim();
}

/** A button, or a link that looks like one. */
export function Button(props: ButtonProps) {
  const { children, onPress, href, type = 'button', busy = false, disabled = false, label } = props;
  if (href !== undefined)
    return (
      <a className={classOf(props)} href={href} aria-label={label} onClick={(e) => onPress?.(e.currentTarget)}>
        {children}
      </a>
    );
  return (
    <button
      type={type}
      className={classOf(props)}
      aria-label={label}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={(e) => {
        if (busy) e.preventDefault();
        else onPress?.(e.currentTarget);
      }}
    >
      {children}
    </button>
  );
}

type HoldButtonProps = {
  children: ReactNode;
  /** The button for those who cannot hold: "Yes, purge 9". */
  confirm: string;
  onConfirm: () => void;
  busy?: boolean;
};

/** Press and hold for one second. Keyboard and screen reader press it once, then the second button. */
export function HoldButton({ children, confirm, onConfirm, busy = false }: HoldButtonProps) {
  const timer = useRef(0);
  const sure = useRef<HTMLDivElement>(null);
  const [holding, setHolding] = useState(false);
  const [asked, setAsked] = useState(false);
  const stop = () => {
    window.clearTimeout(timer.current);
    setHolding(false);
  };
  useEffect(() => stop, []);
  const start = () => {
    if (busy) return;
    setHolding(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setHolding(false);
      // A sheet on its way out is out of reach.
      if (sure.current?.closest('[inert]')) return;
      navigator.vibrate?.(10);
      onConfirm();
    }, 1000);
  };
  const ask = () => {
    setAsked(true);
    window.requestAnimationFrame(() => sure.current?.querySelector('button')?.focus());
  };
  return (
    <div className="hold" ref={sure}>
      {asked && (
        <Button kind="danger" wide busy={busy} onPress={onConfirm}>
          {confirm}
        </Button>
      )}
      <button
        type="button"
        className="btn btn-danger btn-wide btn-tall hold-btn"
        data-holding={holding ? '' : undefined}
        aria-busy={busy || undefined}
        onPointerDown={(e) => e.button === 0 && start()}
        onPointerUp={stop}
        onPointerLeave={stop}
        onPointerCancel={stop}
        onContextMenu={(e) => e.preventDefault()}
        onClick={(e) => e.detail === 0 && ask()}
      >
        {children}
      </button>
    </div>
  );
}
