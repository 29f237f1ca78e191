// The state of a form that makes one request and stores nothing: a sign-in, a link by email, a sheet of three fields.
// Without the libraries of a record's form, because a new device begins with one.
import { useId, useState } from 'react';
import type { FormError } from './form-error.tsx';

/** The sentence of each field with an error. `form`: of what no field can say. */
export type RequestErrors<V> = { readonly [K in keyof V | 'form']?: string | undefined };

interface RequestFormOptions<V> {
  readonly initial: V;
  /** Checks the values before the request. */
  readonly validate: (values: V) => RequestErrors<V>;
  readonly send: (values: V) => Promise<unknown>;
  /** Reads the error of `send`. */
  readonly readErrors: (error: unknown) => RequestErrors<V>;
}

/** All that the form gives the control of one field. */
export interface RequestField {
  readonly id: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The form as its page uses it. */
export interface RequestForm<V> {
  readonly values: V;
  readonly errors: readonly FormError[];
  /** Counts failed tries; each moves focus to the errors. */
  readonly attempt: number;
  readonly isBusy: boolean;
  field(name: keyof V & string): RequestField;
  submit(): Promise<void>;
}

interface Tried<V> {
  attempt: number;
  /** The answer to the last request; gone with the next change. */
  answered: RequestErrors<V>;
}

/** A form of texts. Validates from the first try on, and then as one types. */
export function useRequestForm<V extends Readonly<Record<string, string>>>(
  options: RequestFormOptions<V>,
): RequestForm<V> {
  const formId = useId();
  const [values, setValues] = useState(options.initial);
  const [{ attempt, answered }, setTried] = useState<Tried<V>>({ attempt: 0, answered: {} });
  const [isBusy, setBusy] = useState(false);
  const fail = (answer: RequestErrors<V>) => setTried((before) => ({ attempt: before.attempt + 1, answered: answer }));
  const errors: RequestErrors<V> = attempt === 0 ? {} : { ...options.validate(values), ...answered };
  const idOf = (name: string) => `${formId}-${name}`;
  return {
    values,
    attempt,
    isBusy,
    errors: [...Object.keys(options.initial), 'form'].flatMap((name) => {
      const text = errors[name];
      if (text === undefined) return [];
      return [name === 'form' ? { text } : { field: idOf(name), text }];
    }),
    field: (name) => ({
      id: idOf(name),
      value: values[name] ?? '',
      error: errors[name],
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        setTried((before) => ({ ...before, answered: {} }));
      },
    }),
    submit: async () => {
      if (isBusy) return;
      if (Object.values(options.validate(values)).some((text) => text !== undefined)) return fail({});
      setBusy(true);
      try {
        await options.send(values);
      } catch (error) {
        fail(options.readErrors(error));
      } finally {
        setBusy(false);
      }
    },
  };
}
