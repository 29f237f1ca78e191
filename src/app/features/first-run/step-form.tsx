// A step that makes a record: its fields, and the button that creates it and goes on to the next step.
import { type ReactNode, useCallback, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { FormContext } from '#app/ui/form/form-context.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Narrow, Summary } from '#app/features/shell/form-page.tsx';
import type { NamedRecord, RecordKind } from '#app/features/shell/record-kind.ts';
import { useAppForm } from '#app/features/shell/use-app-form.ts';
import * as m from '#text/messages.js';
import { stepHref } from './first-steps.tsx';
import { StepPage } from './step-page.tsx';
import type { Step } from './use-first-steps.ts';

interface StepFormProps<R extends NamedRecord, V extends object, C extends object, U extends object> {
  step: Step;
  title: string;
  line: string;
  kind: RecordKind<R, V, C, U>;
  /** Stable between renders. */
  initial: V;
  next: Step;
  children: ReactNode;
}

/** Leaving it asks nothing: a draft is stored at each key, and is there again. */
export function StepForm<R extends NamedRecord, V extends object, C extends object, U extends object>({
  kind,
  initial,
  next,
  children,
  ...page
}: StepFormProps<R, V, C, U>) {
  const { history } = useRouter();
  const [fields] = useState(kind.fields);
  const { entity, calls, toInput, issueText } = kind;
  const form = useAppForm<V, R | null, C>({
    id: `first-${entity.noun}`,
    record: null,
    read: useCallback(() => initial, [initial]),
    fields,
    schema: entity.calls.create.input,
    ...(issueText && { issueText }),
    sendsAll: true,
    toInput,
    save: (input) => calls.create(input),
    onSaved: () => history.push(stepHref(next)),
  });
  useHotkeys({ 'Ctrl+s': () => void form.submit() });
  return (
    <FormContext value={form}>
      <StepPage
        {...page}
        primary={
          <Button kind="lamp" form={form.formId} busy={form.isSaving}>
            {m.firstrun_create()}
          </Button>
        }
      >
        <Summary form={form} />
        <Narrow form={form}>{children}</Narrow>
      </StepPage>
    </FormContext>
  );
}
