// The flash: one short message under the header, the newest wins.
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import styles from './flash.module.css';

/** What is said, and what can be done about it. `late` and `miss` are spoken at once. */
export type FlashMessage = {
  kind: 'ok' | 'note' | 'late' | 'miss';
  text: string;
  /** Tells it from one before it with the same words, so that it is spoken anew. */
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
