// A page with a form: fields or the merge, the summary of errors, the save bar, Ctrl+S, and the question at every way out.
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { FormContext, fieldId, summaryId } from '#app/ui/form/form-context.tsx';
import { FormErrorSummary, type FormError } from '#app/ui/form/form-error.tsx';
import { LeaveQuestion, TakeTheirsQuestion, takeTheirs } from '#app/ui/form/leave-question.tsx';
import { MergeFields } from '#app/ui/form/merge-fields.tsx';
import { SaveBar } from '#app/ui/form/save-bar.tsx';
import type { RecordForm } from '#app/ui/form/use-record-form.ts';
import { ActionBar } from '#app/ui/layout/action-bar.tsx';
import type { CrumbStep } from '#app/ui/layout/page-header.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { cachedSession, lastUserId } from '#app/auth/me.ts';
import { isReloading } from '#app/device/reload.ts';
import { reader } from '#app/device/reader.ts';
import { firstName, formatMoment } from '#text/format.ts';
import { useTitle } from './error-pages.tsx';
import { Page } from './page.tsx';
import { RecordAge } from './record-age.tsx';
import { CrumbHeader } from './record-page.tsx';
import * as m from '#text/messages.js';

type FormPageProps = {
  form: RecordForm;
  title: string;
  /** Target of Back without a previous page. */
  parent: string;
  /** A breadcrumb in the place of the large title. */
  steps?: readonly CrumbStep[];
  /** Tabs below the breadcrumb. */
  tabs?: ReactNode;
  /** The label of the button: "Save", "Save schedule". */
  save: string;
  /** The line above the buttons while there are changes. Default: the names of the changed fields. */
  status?: string | undefined;
  /** The meaning of the values: above the fields on a phone, beside them on a desk, below the choices of a merge. */
  preview?: ReactNode;
  children: ReactNode;
};

// Without a session nothing may hold the page, nor while the app reloads it at the end of one: the draft is stored.
const mayHold = (): boolean => !isReloading() && lastUserId() !== '' && cachedSession()?.user !== null;

/** A form as a page; `children` are its fields. */
export function FormPage({ form, title, steps, tabs, parent, save, status, preview, children }: FormPageProps) {
  const { merge } = form;
  const heading = merge
    ? merge.by === null
      ? m.forms_saved_first_unnamed()
      : m.forms_saved_first({ name: merge.by })
    : title;
  useTitle(heading);
  useEffect(() => {
    // The fields are gone, and with them the focus.
    if (merge) document.querySelector('h1')?.focus();
  }, [merge]);
  useHotkeys({ 'Ctrl+s': () => void form.submit() });
  return (
    <FormContext value={form}>
      <Page
        {...(steps && !merge
          ? { header: <CrumbHeader steps={steps} title={title} tabs={tabs} /> }
          : { title: heading })}
        bar={<FormBar form={form} parent={parent} save={save} status={status} />}
      >
        <RecordAge />
        <Summary form={form} />
        <WithPreview preview={preview} last={merge !== null} narrow={steps !== undefined}>
          {merge ? (
            <Narrow form={form}>
              <MergeFields at={merge.at === null ? null : formatMoment(merge.at, Date.now(), reader())} />
            </Narrow>
          ) : (
            children
          )}
        </WithPreview>
      </Page>
      <LeaveQuestion holds={mayHold} onUnload={form.discard} />
    </FormContext>
  );
}

interface WithPreviewProps {
  preview: ReactNode;
  /** Below the content on a phone too. */
  last?: boolean;
  /** As wide as the fields: the rows above and below them are no wider. */
  narrow?: boolean;
  children: ReactNode;
}

/**
 * Content with a preview: above it on a phone, beside it on a desk. Without a preview the content alone. On a phone the
 * content waits for a preview that is loading, whose height is not known.
 */
export function WithPreview({ preview, last = false, narrow = true, children }: WithPreviewProps) {
  if (preview === undefined) return narrow ? <div className="max-w-160">{children}</div> : children;
  return (
    <div className="grid max-w-160 grid-cols-1 @min-[56rem]:max-w-280 @min-[56rem]:grid-cols-2 @min-[56rem]:gap-x-6">
      <div className={`pb-4 ${last ? 'order-last' : '@min-[56rem]:order-last'}`}>{preview}</div>
      <div className="@max-[56rem]:[:has([data-skeleton])+&]:hidden">{children}</div>
    </div>
  );
}

/** The column of a form's fields: at most 640 px. */
export function Narrow({ form, children }: { form: RecordForm; children: ReactNode }) {
  return (
    <form
      id={form.formId}
      className="max-w-160"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {children}
    </form>
  );
}

/** The errors of the form, above its fields. */
export function Summary({ form }: { form: RecordForm }) {
  const { formId, failure, attempt, spec, errors } = form;
  const found: FormError[] = [
    ...(failure === null ? [] : [{ text: failure }]),
    ...Object.keys(spec.fields).flatMap((name) => {
      const text = errors[name];
      return text === undefined ? [] : [{ field: fieldId(formId, name), text }];
    }),
  ];
  return <FormErrorSummary id={summaryId(formId)} errors={found} attempt={attempt} />;
}

function FormBar({ form, parent, save, status }: Pick<FormPageProps, 'form' | 'parent' | 'save' | 'status'>) {
  const { history } = useRouter();
  const [asks, setAsks] = useState(false);
  const { changes, isDirty, isSaving, merge } = form;
  const by = merge?.by ?? null;
  const other = by === null ? null : firstName(by);
  const back = () => (history.canGoBack() ? history.back() : history.push(parent));
  if (!isDirty && !merge) return <ActionBar onBack={back} />;
  return (
    <>
      <SaveBar
        changed={changes.map(({ short }) => short)}
        status={merge ? undefined : status}
        onBack={back}
        backLabel={m.actions_back()}
        save={merge ? m.forms_save_merged() : save}
        formId={form.formId}
        discard={merge ? takeTheirs(other) : m.actions_discard()}
        onDiscard={() => (merge && isDirty ? setAsks(true) : form.discard())}
        busy={isSaving}
      />
      <TakeTheirsQuestion open={asks} name={other} onClose={() => setAsks(false)} />
    </>
  );
}
