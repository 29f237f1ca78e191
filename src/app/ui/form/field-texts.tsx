// The values of a record as text: the form of a person who may see it but not change it.
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { valueText } from './edits.ts';
import type { FieldTable, Values } from './form-types.ts';

interface FieldFactsProps<V extends object> {
  fields: FieldTable<V>;
  values: V;
  /** Default: every field. */
  names?: readonly (keyof V & string)[];
}

/** Each field that is no secret with its value. */
export function FieldFacts<V extends object>({ fields, values, names }: FieldFactsProps<V>) {
  const table = fields as FieldTable<Values>;
  const shown = (names ?? Object.keys(table)).filter((name) => table[name]?.secret !== true);
  return (
    <Facts>
      {shown.map((name) => (
        <FactRow key={name} term={table[name]?.label ?? name}>
          {valueText(table, name, (values as Values)[name])}
        </FactRow>
      ))}
    </Facts>
  );
}

interface FieldTextsProps<V extends object> extends FieldFactsProps<V> {
  /** The reason why there is no form. */
  note: string;
}

/** The note, and the fields. */
export function FieldTexts<V extends object>({ note, ...rest }: FieldTextsProps<V>) {
  return (
    <>
      <p className="text-text2 px-4 pt-4">{note}</p>
      <FieldFacts {...rest} />
    </>
  );
}
