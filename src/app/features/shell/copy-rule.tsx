// A copy of a schedule or a retention for one organization, which moves the systems of that organization to the copy.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { TextField } from '#app/ui/form/field.tsx';
import { FormErrorSummary } from '#app/ui/form/form-error.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { api } from '#app/api/client.ts';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import type { OrganizationRef } from '#app/features/organizations/organization-picker.tsx';
import * as m from '#text/messages.js';
import type { Rule, RuleProps } from './rule-tabs.tsx';
import { useFlashIfClosed } from './use-sheet-call.tsx';

interface CopyRuleProps {
  noun: RuleProps<Rule>['noun'];
  record: Rule;
  to: OrganizationRef;
  /** Called before the sheet closes. */
  onCopied: () => void;
}

/** The last part of a sheet; leads to the copy. A name that the organization has already is asked for anew. */
export function CopyRule({ noun, record, to, onCopied }: CopyRuleProps) {
  const { history } = useRouter();
  const closeThen = useCloseThen();
  const flashIfClosed = useFlashIfClosed(m.forms_not_saved());
  const [asksName, setAsksName] = useState(false);
  const label = m.forms_name();
  const form = useRequestForm({
    initial: { name: record.name },
    validate: ({ name }) => (name.trim() === '' ? { name: m.forms_not_empty({ label }) } : {}),
    send: async ({ name }) => {
      const { id } = await api[noun].copy({ id: record.id, organization: to.id, name });
      onCopied();
      closeThen(() => {
        flash('positive', m.forms_copied({ name: to.name }));
        history.push(`/admin/${noun}/settings?id=${id}`);
      });
    },
    readErrors: (error) => {
      if (!(error instanceof ApiError && error.code === 'E_UNIQUE'))
        return { form: flashIfClosed(errorMessage(error)) };
      setAsksName(true);
      return { name: m.forms_already_used({ label }) };
    },
  });
  return (
    <div className="[--field-inset:0px]">
      <FormErrorSummary errors={form.errors} attempt={form.attempt} />
      {asksName && <TextField {...form.field('name')} label={label} maxLength={200} autoComplete="off" />}
      <Button kind="lamp" wide size="large" busy={form.isBusy} onPress={() => void form.submit()}>
        {m.forms_copy_for({ name: to.name })}
      </Button>
    </div>
  );
}
