// The choice of an organization: a search on the server by name, as a row of a form or inside a sheet.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FieldShared } from '#app/ui/form/field.tsx';
import { PickerList, type PickerOption, SheetRow } from '#app/ui/form/picker.tsx';
import { useThrottled } from '#app/ui/hooks/use-throttled.ts';
import { api } from '#app/api/client.ts';
import * as m from '#text/messages.js';

const SETTLE_MS = 250;
/** The number of matches that the server answers with. */
const MATCHES = 20;

/** An organization by id and name. */
export interface OrganizationRef {
  readonly id: string;
  readonly name: string;
}

/** The value for no organization, by its label: "Shared by all organizations", "Unassigned". */
interface ChoiceProps {
  /** Null: none, or not chosen yet. */
  value: OrganizationRef | null;
  onChoose: (organization: OrganizationRef | null) => void;
  /** The label of the choice of none; without it one has to be chosen. */
  none?: string;
  /** True: also organizations that the person may only read. */
  readable?: boolean;
}

/** The organizations that match; none until the answer comes, and none where it fails. */
export function useAvailable(term: string, readable: boolean) {
  const searchTerm = useThrottled(term.trim(), SETTLE_MS);
  const query = useQuery({
    ...api.organization.available.queryOptions({ searchTerm, ...(!readable && { linked: true }) }),
    placeholderData: keepPreviousData,
  });
  const { error, data } = query;
  useEffect(() => {
    if (error) console.error('Error getting available orgs', error);
  }, [error]);
  return { found: (!error && data) || [], isAnswered: !error && data !== undefined };
}

/** The search and its matches, inside a sheet; choosing one closes it. */
export function OrganizationChoices({ value, onChoose, none, readable = false }: ChoiceProps) {
  const [term, setTerm] = useState('');
  const { found, isAnswered } = useAvailable(term, readable);
  const options = found.map((one): PickerOption => ({ value: one.id, label: one.name }));
  const choose = (id: string) => onChoose(found.find((one) => one.id === id) ?? null);
  return (
    <>
      <PickerList
        label={m.systems_organization()}
        value={value?.id ?? ''}
        options={none === undefined || term !== '' ? options : [{ value: '', label: none }, ...options]}
        onChoose={choose}
        onSearch={setTerm}
        unanswered={!isAnswered}
      />
      {found.length >= MATCHES && <p className="px-1.5 pt-3.5 text-text3">{m.organizations_narrow()}</p>}
    </>
  );
}

/** A row of a form, inside `FieldRows`. */
export function OrganizationRow({ value, onChoose, none, readable, ...shared }: FieldShared & ChoiceProps) {
  return (
    <SheetRow {...shared} shown={value?.name ?? none ?? m.forms_choose()}>
      <OrganizationChoices
        value={value}
        onChoose={onChoose}
        {...(none !== undefined && { none })}
        {...(readable && { readable })}
      />
    </SheetRow>
  );
}
