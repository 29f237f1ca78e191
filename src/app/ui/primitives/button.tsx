// Buttons. At most one lamp-filled button on a page.
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';
import { useLink } from './link.tsx';

/** The look: `lamp` is the primary action, `danger` a destructive one, `line` has only an outline. Default: `quiet`. */
export type ButtonKind = 'lamp' | 'quiet' | 'line' | 'danger';
/** Heights: 46, 50, 56 and 64 px. */
export type ButtonSize = 'small' | 'medium' | 'standard' | 'large';

/** The size of buttons that name none; a container sets it for those it is given. */
export const ButtonSizeContext = createContext<ButtonSize>('standard');

type LookProps = {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** As wide as its container. */
  wide?: boolean;
  /** For an icon alone; give it a label. */
  square?: boolean;
  /** Places it; for components of `ui` only. */
  className?: string | undefined;
};

type ButtonProps = LookProps & {
  children: ReactNode;
  onPress?: (el: HTMLElement) => void;
  /** With an address it is a link outside the app (tel:, a download). */
  href?: string;
  type?: 'button' | 'submit';
  /** The id of the form that it submits, where it stands outside of it. */
  form?: string;
  /** Working: stays where it is and swallows presses. */
  busy?: boolean;
  disabled?: boolean;
  /** Its name, where the content is only an icon. */
  label?: string;
};

function useLook({ kind = 'quiet', size, wide, square, className }: LookProps): string {
  const inherited = useContext(ButtonSizeContext);
  return cx(
    styles.button,
    styles[kind],
    styles[size ?? inherited],
    square && styles.square,
    wide && styles.wide,
    className,
  );
}

/** A button, or a link that looks like one. */
export function Button(props: ButtonProps) {
  const {
    children,
    onPress,
    href,
    form,
    type = form === undefined ? 'button' : 'submit',
    busy = false,
    disabled = false,
    label,
  } = props;
  const look = useLook(props);
  if (href !== undefined)
    return (
      <a className={look} href={href} aria-label={label} onClick={(e) => onPress?.(e.currentTarget)}>
        {children}
      </a>
    );
  return (
    <button
      type={type}
      form={form}
      className={look}
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

/** A link to a page of the app that looks like a button. */
export function ButtonLink({ to, children, ...look }: LookProps & { to: string; children: ReactNode }) {
  const Link = useLink();
  return (
    <Link to={to} className={useLook(look)}>
      {children}
    </Link>
  );
}

type HoldButtonProps = {
  children: ReactNode;
  /** The button for those who cannot hold: "Yes, purge 9". */
  confirm: string;
  onConfirm: () => void;
  busy?: boolean;
};

/** Press and hold for one second. A short press, also by key or screen reader, shows a second button. */
export function HoldButton({ children, confirm, onConfirm, busy = false }: HoldButtonProps) {
  const look = useLook({ kind: 'danger', size: 'large', wide: true, className: styles.hold });
  const timer = useRef(0);
  const held = useRef(false);
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
    held.current = false;
    timer.current = window.setTimeout(() => {
      held.current = true;
      setHolding(false);
      // A sheet on its way out is out of reach.
      if (sure.current?.closest('[inert]')) return;
      navigator.vibrate?.(10);
      onConfirm();
    }, 1000);
  };
  const showConfirm = () => {
    setAsked(true);
    window.requestAnimationFrame(() => sure.current?.querySelector('button')?.focus());
  };
  return (
    <div className="grid gap-2" ref={sure}>
      {asked && (
        <Button kind="danger" wide busy={busy} onPress={onConfirm}>
          {confirm}
        </Button>
      )}
      <button
        type="button"
        className={look}
        data-holding={holding ? '' : undefined}
        aria-busy={busy || undefined}
        onPointerDown={(e) => e.button === 0 && start()}
        onPointerUp={stop}
        onPointerLeave={() => holding && stop()}
        onPointerCancel={stop}
        onContextMenu={(e) => e.preventDefault()}
        onClick={(e) => {
          if (e.detail === 0) showConfirm();
          // TalkBack, and NVDA in Firefox, click like a mouse. The delay keeps a double click off the second button.
          else if (!held.current) timer.current = window.setTimeout(showConfirm, 500);
        }}
      >
        {children}
      </button>
    </div>
  );
}
