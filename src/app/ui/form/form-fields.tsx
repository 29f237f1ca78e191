// The fields of a screen: controls joined to the form by the name of a value. The form's table has their labels.
import type { ComponentProps, ReactNode } from 'react';
import type { SegmentOption } from '#app/ui/primitives/segment.tsx';
import { ConflictTiles } from './conflict-tiles.tsx';
import css from './change-list.module.css';
import { valueText } from './edits.ts';
import { type FieldShared, TextField } from './field.tsx';
import { FieldFold } from './field-fold.tsx';
import { CheckRow } from './field-rows.tsx';
import { useFormContext, useFormField, type FormField } from './form-context.tsx';
import { takeTheirs } from './leave-question.tsx';
import { ChoiceField, NumberField, SecretField, TextAreaField } from './other-fields.tsx';
import { PickerRow } from './picker.tsx';
import { TimeZoneRow } from './time-zone-row.tsx';
import * as m from '#text/messages.js';

/** The names of the values of one type. */
type Keys<V, T> = { [K in keyof V & string]: V[K] extends T ? K : never }[keyof V & string];
/** A control's own props: all that the form does not give it. */
type Own<P> = Omit<P, 'label' | 'value' | 'checked' | 'onChange' | 'error' | 'id' | 'unsaved' | 'below'>;
type Named<N extends string, P> = { name: N } & Own<P>;

/** All that the form gives a control of the screen's own. */
export type OwnField<T> = FieldShared & { value: T; onChange: (value: T) => void };

/** Field components of a form whose values are `V`; a name of the wrong type does not compile. */
export interface FormFields<V> {
  Text(props: Named<Keys<V, string>, ComponentProps<typeof TextField>>): ReactNode;
  TextArea(props: Named<Keys<V, string>, ComponentProps<typeof TextAreaField>>): ReactNode;
  Number(props: Named<Keys<V, number>, ComponentProps<typeof NumberField>>): ReactNode;
  Secret(props: Named<Keys<V, string>, ComponentProps<typeof SecretField>>): ReactNode;
  Choice<K extends Keys<V, string>>(
    props: { name: K; options: readonly SegmentOption<V[K] & string>[] } & Omit<
      Own<ComponentProps<typeof ChoiceField>>,
      'options'
    >,
  ): ReactNode;
  /** A control of the screen's own for a value of any type. */
  Own<K extends keyof V & string>(props: { name: K; render: (field: OwnField<V[K]>) => ReactNode }): ReactNode;
  /** Inside `FieldFolds`; `names` are the fields inside it. */
  Fold(
    props: { names: readonly (keyof V & string)[]; summary: (values: V) => string } & Omit<
      ComponentProps<typeof FieldFold>,
      'names' | 'summary'
    >,
  ): ReactNode;
  /** Inside `FieldRows`. */
  Check(props: Named<Keys<V, boolean>, ComponentProps<typeof CheckRow>>): ReactNode;
  /** Inside `FieldRows`. */
  Picker(props: Named<Keys<V, string>, ComponentProps<typeof PickerRow>>): ReactNode;
  /** Inside `FieldRows`. */
  TimeZone(props: Named<Keys<V, string>, ComponentProps<typeof TimeZoneRow>>): ReactNode;
}

const shared = (field: FormField, name: string) => ({
  id: field.id,
  label: field.label,
  error: field.error,
  unsaved: field.changed,
  below: field.conflict ? <LiveConflict name={name} field={field} /> : undefined,
});

/** One value of each type: enough to write each component once. */
type Samples = { text: string; count: number; flag: boolean };

const fields: FormFields<Samples> = {
  Text: ({ name, ...own }) => {
    const field = useFormField(name);
    return <TextField {...own} {...shared(field, name)} value={String(field.value)} onChange={field.set} />;
  },
  TextArea: ({ name, ...own }) => {
    const field = useFormField(name);
    return <TextAreaField {...own} {...shared(field, name)} value={String(field.value)} onChange={field.set} />;
  },
  Number: ({ name, ...own }) => {
    const field = useFormField(name);
    // A stored draft has null in place of NaN.
    const value = Number(field.value ?? NaN);
    return <NumberField {...own} {...shared(field, name)} value={value} onChange={field.set} />;
  },
  Secret: ({ name, ...own }) => {
    const field = useFormField(name);
    return <SecretField {...own} {...shared(field, name)} value={String(field.value)} onChange={field.set} />;
  },
  Choice: ({ name, ...own }) => {
    const field = useFormField(name);
    return <ChoiceField {...own} {...shared(field, name)} value={String(field.value)} onChange={field.set} />;
  },
  Own: ({ name, render }) => {
    const field = useFormField(name);
    return render({ ...shared(field, name), value: field.value as never, onChange: field.set });
  },
  Fold: ({ summary, ...fold }) => {
    const { values } = useFormContext();
    return <FieldFold {...fold} summary={summary(values as Samples)} />;
  },
  Check: ({ name, ...own }) => {
    const field = useFormField(name);
    return <CheckRow {...own} {...shared(field, name)} checked={field.value === true} onChange={field.set} />;
  },
  Picker: ({ name, ...own }) => {
    const field = useFormField(name);
    return <PickerRow {...own} {...shared(field, name)} value={String(field.value ?? '')} onChange={field.set} />;
  },
  TimeZone: ({ name, ...own }) => {
    const field = useFormField(name);
    return <TimeZoneRow {...own} {...shared(field, name)} value={String(field.value)} onChange={field.set} />;
  },
};

/** The fields for values of type `V`; call it once beside the screen's component. */
export const formFields = <V,>(): FormFields<V> => fields as unknown as FormFields<V>;

// A colleague's change of a field that is being edited: the merge is made here, before anything is saved.
function LiveConflict({ name, field }: { name: string; field: FormField }) {
  const { spec, choose, editor } = useFormContext();
  const { conflict } = field;
  if (!conflict) return null;
  const text = (value: unknown) => valueText(spec.fields, name, value);
  return (
    <div className={css['inside']} role="status">
      <p className="text-text2 pb-2">{m.forms_changed_meanwhile()}</p>
      <ConflictTiles
        label={field.label}
        mine={{ value: text(conflict.mine), note: m.forms_keep_yours() }}
        theirs={{ value: text(conflict.theirs), note: takeTheirs(editor ?? null) }}
        choice={conflict.choice}
        onChoose={(side) => choose(name, side)}
      />
    </div>
  );
}
