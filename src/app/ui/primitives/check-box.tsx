// The picture of a check box; the row around it is the control.
import { Icon } from './icon.tsx';
import styles from './check-box.module.css';

/** 28 px; silent to assistive tech. */
export function CheckBox({ checked }: { checked: boolean }) {
  return (
    <i className={styles.box} data-checked={checked ? '' : undefined} aria-hidden="true">
      {checked && <Icon name="check" size={20} />}
    </i>
  );
}
