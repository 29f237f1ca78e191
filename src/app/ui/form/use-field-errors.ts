// The errors of all fields at once, for the summary.
import { useStore } from '@tanstack/react-form';
import type { RecordForm } from './use-record-form.ts';

/** The first sentence of each field that has an error. */
export function useFieldErrors({ api, spec }: RecordForm): Readonly<Record<string, string>> {
  const meta = useStore(api.store, (state) => state.fieldMeta);
  return Object.fromEntries(
    Object.keys(spec.fields).flatMap((name) => {
      const [error] = (meta[name]?.errors ?? []) as readonly unknown[];
      return typeof error === 'string' ? [[name, error]] : [];
    }),
  );
}
