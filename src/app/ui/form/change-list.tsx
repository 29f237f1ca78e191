// Changed fields with the old value struck through and the new one in bold.
import type { FormChange } from './form-types.ts';
import css from './change-list.module.css';
import * as m from '#text/messages.js';

const MOST = 4;

/** At most four changes; the rest is counted. */
export function ChangeList({ changes }: { changes: readonly FormChange[] }) {
  // One more row would take no more room than the line that counts it.
  const shown = changes.length <= MOST ? changes : changes.slice(0, MOST);
  return (
    <dl className={css['list']}>
      {shown.map(({ name, label, was, now }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <del>{was}</del>
            <ins>{now}</ins>
          </dd>
        </div>
      ))}
      {shown.length < changes.length && (
        <div>
          <dt>{m.forms_more_changes({ count: changes.length - shown.length })}</dt>
        </div>
      )}
    </dl>
  );
}
