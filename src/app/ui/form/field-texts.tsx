// The values of a record as text: the form of a person who may see it but not change it.
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { valueText } from './edits.ts';
import type { FieldTable, Values } from './form-types.ts';

interface FieldTextsProps<V extends object> {
  fields: FieldTable<V>;
  values: V;
  /** The reason why there is no form. */
  note: string;
}

/** The note, and each field that is no secret with its value. */
export function FieldTexts<V extends object>({ fields, values, note }: FieldTextsProps<V>) {
  const table = fields as FieldTable<Values>;
  const names = Object.keys(table).filter((name) => table[name]?.secret !== true);
  return (
    <>
      <p className="text-text2 px-4 pt-4">{note}</p>
      <Facts>
        {names.map((name) => (
          <FactRow key={name} term={table[name]?.label ?? name}>
            {valueText(table, name, (values as Values)[name])}
          </FactRow>
        ))}
      </Facts>
    </>
  );
}
