// The merge after a colleague saved first: conflicts to choose from, and below them what merged by itself.
import { Icon } from '#app/ui/primitives/icon.tsx';
import { ConflictTiles } from './conflict-tiles.tsx';
import css from './change-list.module.css';
import { valueText } from './edits.ts';
import { useFormContext } from './form-context.tsx';
import { formText } from './form-text.ts';

/** Stands in the place of the fields while `form.merge` is set. `at`: when the other side saved, in words. */
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
      <p className="text-text2 px-4 pb-4">{formText.mergeDetail(conflicts.length, at)}</p>
      {conflicts.map(({ name, label, was, mine, theirs, choice }) => (
        <section key={name} className={css['conflict']}>
          <div className={css['heading']}>
            <h2>{label}</h2>
            <span className="text-text3">{formText.was(text(name, was))}</span>
          </div>
          <ConflictTiles
            label={label}
            mine={{ value: text(name, mine), note: formText.yours }}
            theirs={{ value: text(name, theirs), note: formText.theirs(by, at) }}
            choice={choice}
            onChoose={(side) => choose(name, side)}
          />
        </section>
      ))}
      <dl>
        {mineOnly.map(({ name, label, now }) => (
          <MergedRow key={name} label={label} value={now} note={formText.onlyYou} />
        ))}
        {theirsOnly.map((name) => (
          <MergedRow
            key={name}
            label={fields[name]?.label ?? name}
            value={text(name, edit.current[name])}
            note={formText.onlyThey(by)}
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
