// The flash: one short message under the head of a page, the newest wins.
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import styles from './flash.module.css';

/** A message with an optional action. Screen readers announce `late` and `miss` at once. */
export type FlashMessage = {
  kind: 'ok' | 'note' | 'late' | 'miss';
  text: string;
  /** Distinguishes it from an earlier one with the same text, so that it is announced again. */
  serial?: number;
  action?: { label: string; onAct: () => void };
};

const icons: Record<FlashMessage['kind'], IconName> = { ok: 'check', note: 'check', late: 'nocloud', miss: 'warn' };

/** Shows the message, or nothing. Both live regions stay on the page so that each new text is spoken. */
export function FlashView({ message }: { message: FlashMessage | null }) {
  const negative = message?.kind === 'late' || message?.kind === 'miss';
  return (
    <div className={styles.host}>
      <div role="status">{message && !negative && <Flash key={message.serial} {...message} />}</div>
      <div role="alert">{message && negative && <Flash key={message.serial} {...message} />}</div>
    </div>
  );
}

function Flash({ kind, text, action }: FlashMessage) {
  return (
    <div className={cx(styles.flash, styles[kind])}>
      <Icon name={icons[kind]} />
      <p>{text}</p>
      {action && (
        <button type="button" onClick={action.onAct}>
          {action.label}
        </button>
      )}
    </div>
  );
}
