// Waiting: nothing for 300 ms, then the waterline and two bars for each row. Never a spinner.
import styles from './skeleton.module.css';
import * as m from '#text/messages.js';

const widths = [120, 150, 96, 134];

/** Rows to come. */
export function Skeleton() {
  return (
    <div className={styles.skeleton} data-skeleton="">
      <span className="sr-only" role="status">
        {m.ui_loading()}
      </span>
      <ul aria-hidden="true">
        {widths.map((width) => (
          <li key={width}>
            <i />
            <i style={{ width }} />
            <i style={{ width: width * 0.8 }} />
            <hr />
          </li>
        ))}
      </ul>
    </div>
  );
}
