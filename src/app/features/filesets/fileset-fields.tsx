// The fields of a fileset: where its files are, the pattern of their names, and the groups that are read from them.
import { Button } from '#app/ui/primitives/button.tsx';
import { TextField } from '#app/ui/form/field.tsx';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { useFormContext } from '#app/ui/form/form-context.tsx';
import { type OwnField, formFields } from '#app/ui/form/form-fields.tsx';
import { PickerRow } from '#app/ui/form/picker.tsx';
import * as m from '#text/messages.js';
import type { FilesetValues } from './fileset-form.ts';
import { refusedText } from './fileset-text.ts';
import { groupColor } from './name-tester.tsx';
import css from './name-tester.module.css';
import { guardPattern } from './pattern-guard.ts';
import { captureGroups } from './pattern-parts.ts';

const Field = formFields<FilesetValues>();
const code = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, className: 'font-mono' } as const;
const MOST_GROUPS = 20;

/** Every field of the form. */
export function FilesetFields() {
  const values = useFormContext().values as FilesetValues;
  const dated = !values.static && values.dateField > 0;
  return (
    <div className="pt-3">
      <Field.Text name="glob" maxLength={500} hint={m.filesets_glob_hint()} {...code} />
      <Field.Own name="pattern" render={(field) => <PatternField {...field} />} />
      <FieldRows label={m.filesets_groups()}>
        <Field.Own
          name="nameField"
          render={(field) => <GroupRow {...field} pattern={values.pattern} none={m.filesets_name_whole()} />}
        />
        <Field.Own
          name="dateField"
          render={(field) => <GroupRow {...field} pattern={values.pattern} none={m.filesets_date_modified()} />}
        />
        <Field.Own
          name="timeField"
          render={(field) => <GroupRow {...field} pattern={values.pattern} none={m.filesets_time_none()} />}
        />
        <Field.Check name="static" hint={m.filesets_static_hint()} />
      </FieldRows>
      {dated && <Field.Text name="dateFormat" maxLength={40} hint={m.filesets_format_hint()} {...code} />}
      {dated && values.timeField > 0 && <Field.Text name="timeFormat" maxLength={40} {...code} />}
      <Field.Text name="description" maxLength={200} hint={m.filesets_description_hint()} autoComplete="off" />
    </div>
  );
}

/** The pattern, its groups in their colours, and the reason and the repair where it is refused. */
function PatternField({ value, onChange, error, below, ...shared }: OwnField<string>) {
  const refused = guardPattern(value);
  const repaired = refused?.repaired ?? null;
  return (
    <TextField
      {...shared}
      {...code}
      value={value}
      onChange={onChange}
      maxLength={500}
      hint={m.filesets_pattern_hint()}
      error={refused ? refusedText(refused.code) : error}
      below={
        <>
          <PatternShown source={value} />
          {repaired !== null && (
            <div className="pt-3">
              <Button kind="quiet" wide onPress={() => onChange(repaired)}>
                <span className="min-w-0 wrap-anywhere">{m.filesets_use({ pattern: repaired })}</span>
              </Button>
            </div>
          )}
          {below}
        </>
      }
    />
  );
}

function PatternShown({ source }: { source: string }) {
  const refused = guardPattern(source);
  const culprit = refused && refused.code !== 'syntax' ? [{ start: refused.start, end: refused.end, group: 0 }] : [];
  const isApart = (part: { start: number; end: number }) =>
    culprit.every(({ start, end }) => part.end <= start || part.start >= end);
  const groups = captureGroups(source).map(({ start, end, group }) => ({ start, end, group: group ?? 0 }));
  const marks = [...culprit, ...groups.filter(isApart)];
  if (marks.length === 0) return null;
  const shown: { text: string; group: number | null }[] = [];
  let at = 0;
  for (const { start, end, group } of marks.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    shown.push({ text: source.slice(at, start), group: null }, { text: source.slice(start, end), group });
    at = end;
  }
  shown.push({ text: source.slice(at), group: null });
  return (
    <p className={css['pattern']} aria-hidden="true" dir="ltr">
      {shown.map(({ text, group }, index) =>
        group === null ? (
          <span key={index}>{text}</span>
        ) : (
          <b key={index} className={group === 0 ? css['culprit'] : groupColor(group)}>
            {text}
            {group > 0 && <sub>{group}</sub>}
          </b>
        ),
      )}
    </p>
  );
}

interface GroupRowProps extends OwnField<number> {
  pattern: string;
  /** The meaning of no group. */
  none: string;
}

function GroupRow({ value, onChange, pattern, none, ...shared }: GroupRowProps) {
  const groups = captureGroups(pattern).slice(0, MOST_GROUPS);
  const options = groups.map(({ group, start, end }) => ({
    value: String(group),
    label: m.filesets_group({ group: group ?? 0 }),
    note: pattern.slice(start, end),
  }));
  // A group that the pattern does not have any more stays in sight.
  if (value > groups.length)
    options.push({ value: String(value), label: m.filesets_group({ group: value }), note: '' });
  return (
    <PickerRow
      {...shared}
      value={String(value)}
      options={[{ value: '0', label: none, note: '' }, ...options]}
      onChange={(group) => onChange(Number(group))}
    />
  );
}
