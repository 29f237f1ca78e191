// The merge after a colleague saved first: conflicts to choose from, and below them what merged by itself.
import { Icon } from '#app/ui/primitives/icon.tsx';
import { ConflictTiles } from './conflict-tiles.tsx';
import css from './change-list.module.css';
import { valueText } from './edits.ts';
import { useFormContext } from './form-context.tsx';
import * as m from '#text/messages.js';

/** The sentence over the fields of a merge. `at`: when the other side saved, as people read it. */
function mergeDetail(count: number, at: string | null): string {
  const when = at === null ? m.forms_merge_while() : m.forms_merge_at({ time: at });
  return `${when} ${count === 0 ? m.forms_merge_none() : m.forms_merge_fields({ count })}`;
}

const theirsLabel = (by: string | null, at: string | null): string =>
  by !== null && at !== null ? m.forms_theirs_at({ name: by, time: at }) : (by ?? m.forms_theirs());

/** Replaces the fields while `form.merge` is set. `at`: the formatted time of the other save. */
export function MergeFields({ at }: { at: string | null }) {
  const { edit, spec, merge, changes, choose } = useFormContext();
  const { fields } = spec;
  const by = merge?.by ?? null;
  const text = (name: string, value: unknown) => valueText(fields, name, value);
  const conflicts = Object.keys(fields).flatMap((name) => {
    const conflict = edit.conflicts[name];
    return conflict ? [{ name, label: fields[name]?.label ?? name, ...conflict }] : [];
  });
  const mineOnly = changes.filter(({ name }) => !(name in edit.conflicts));
  const theirsOnly = (merge?.followed ?? []).filter((name) => !(name in edit.conflicts));
  return (
    <>
      <p className="text-text2 px-4 pb-4">{mergeDetail(conflicts.length, at)}</p>
      {conflicts.map(({ name, label, was, mine, theirs, choice }) => (
        <section key={name} className={css['conflict']}>
          <div className={css['heading']}>
            <h2>{label}</h2>
            <span className="text-text3">{m.forms_was({ value: text(name, was) })}</span>
          </div>
          <ConflictTiles
            label={label}
            mine={{ value: text(name, mine), note: m.forms_yours() }}
            theirs={{ value: text(name, theirs), note: theirsLabel(by, at) }}
            choice={choice}
            onChoose={(side) => choose(name, side)}
          />
        </section>
      ))}
      <dl>
        {mineOnly.map(({ name, label, now }) => (
          <MergedRow key={name} label={label} value={now} note={m.forms_only_you()} />
        ))}
        {theirsOnly.map((name) => (
          <MergedRow
            key={name}
            label={fields[name]?.label ?? name}
            value={text(name, edit.current[name])}
            note={by === null ? m.forms_only_they_unnamed() : m.forms_only_they({ name: by })}
          />
        ))}
      </dl>
    </>
  );
}

function MergedRow({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className={css['merged']}>
      <Icon name="check" size={22} className="text-text2" />
      <dt>{label}</dt>
      <dd>
        {value}
        <small>{note}</small>
      </dd>
    </div>
  );
}
