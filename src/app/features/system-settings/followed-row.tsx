// The schedule or the retention of a system: one that all organizations share, or one of its own organization.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnField } from '#app/ui/form/form-fields.tsx';
import { ValueRow } from '#app/ui/form/field-rows.tsx';
import { PickerList, SheetRow } from '#app/ui/form/picker.tsx';
import { useThrottled } from '#app/ui/hooks/use-throttled.ts';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { whereWords } from '#app/features/lists/list-search.ts';
import { shortRule } from '#app/features/retentions/retention-rule.ts';
import { ruleOf, ruleText } from '#app/features/schedules/schedule-text.ts';
import { PickerFailure } from '#app/features/shell/picker-failure.tsx';
import * as m from '#text/messages.js';
import { type Choice, noneOf } from './system-form.ts';

interface FollowedRowProps extends OwnField<Choice> {
  noun: 'schedule' | 'retention';
  /** The organization of the system; null before it is chosen. */
  organizationId: string | null;
}

interface Offered {
  id: string;
  name: string;
  note: string;
}

const MOST = 100;
const SETTLE_MS = 250;

/** Returns the first 100 records whose names fit the search, undefined before an answer, and the failure of the last one. */
function useOffered(noun: FollowedRowProps['noun'], term: string, organizationId: string | null) {
  const owners = [{ organization: null }, ...(organizationId === null ? [] : [{ organization: organizationId }])];
  const input = { where: { ...whereWords(term, ['name']), or: owners }, sort: 'name ASC', limit: MOST };
  const ofSchedules = noun === 'schedule';
  const schedules = useQuery({
    ...api.schedule.list.queryOptions(input),
    enabled: useCan('schedule.read') && ofSchedules,
    placeholderData: keepPreviousData,
  });
  const retentions = useQuery({
    ...api.retention.list.queryOptions(input),
    enabled: useCan('retention.read') && !ofSchedules,
    placeholderData: keepPreviousData,
  });
  const offered = ofSchedules
    ? schedules.data?.rows.map((row): Offered => ({ ...row, note: ruleText(ruleOf(row)) }))
    : retentions.data?.rows.map((row): Offered => ({ ...row, note: shortRule(row) }));
  return { offered, error: (ofSchedules ? schedules : retentions).error };
}

/** Inside `FieldRows`; text for those who may not see the choices. The search asks the server: there may be thousands. */
export function FollowedRow({ value, onChange, noun, organizationId, ...shared }: FollowedRowProps) {
  const shown = value?.name ?? noneOf(noun);
  if (!useCan(`${noun}.read`)) return <ValueRow {...shared} value={shown} />;
  return (
    <SheetRow {...shared} shown={shown}>
      <Choices {...{ value, onChange, noun, organizationId }} label={shared.label} />
    </SheetRow>
  );
}

type ChoicesProps = Pick<FollowedRowProps, 'value' | 'onChange' | 'noun' | 'organizationId' | 'label'>;

function Choices({ value, onChange, noun, organizationId, label }: ChoicesProps) {
  const [term, setTerm] = useState('');
  const { offered, error } = useOffered(noun, useThrottled(term.trim(), SETTLE_MS), organizationId);
  const note = noun === 'schedule' ? m.systems_say_unscheduled() : m.systemform_retention_none_note();
  const options = (offered ?? []).map((one) => ({ value: one.id, label: one.name, note: one.note }));
  const choose = (id: string) => {
    const one = offered?.find((record) => record.id === id);
    onChange(one ? { id, name: one.name } : null);
  };
  return (
    <>
      <PickerList
        label={label}
        value={value?.id ?? ''}
        options={offered && term.trim() === '' ? [{ value: '', label: noneOf(noun), note }, ...options] : options}
        onChoose={choose}
        onSearch={setTerm}
        unanswered={offered === undefined}
      />
      <PickerFailure error={error} />
    </>
  );
}
