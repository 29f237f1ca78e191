// The fields of a form that makes one request, and the summary of its errors.
import { type ReactNode, useEffect, useRef } from 'react';
import { FormErrorSummary } from './form-error.tsx';
import type { RequestForm } from './use-request-form.ts';

interface RequestFieldsProps {
  form: Pick<RequestForm<unknown>, 'errors' | 'attempt' | 'submit'>;
  children: ReactNode;
}

/** Enter and the submit button among `children` send it. One wrong field takes focus itself; more have the summary. */
export function RequestFields({ form: { errors, attempt, submit }, children }: RequestFieldsProps) {
  const only = errors.length === 1 ? errors[0]?.field : undefined;
  // Errors that come and go while typing move no focus.
  const wrong = useRef(only);
  wrong.current = only;
  useEffect(() => {
    if (attempt > 0 && wrong.current !== undefined) document.getElementById(wrong.current)?.focus();
  }, [attempt]);
  return (
    <>
      <FormErrorSummary errors={only === undefined ? errors : []} attempt={attempt} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
      </form>
    </>
  );
}
