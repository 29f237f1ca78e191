// Choosing one system of many inside a sheet: a search over those that a condition allows.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PickerList } from '#app/ui/form/picker.tsx';
import { useThrottled } from '#app/ui/hooks/use-throttled.ts';
import { api } from '#app/api/client.ts';
import { useMe } from '#app/auth/me.ts';
import { whereWords } from '#app/features/lists/list-search.ts';
import { scopeOf } from '#contract/permissions.ts';
import { PickerFailure } from '#app/features/shell/picker-failure.tsx';
import * as m from '#text/messages.js';
import type { ListedSystem } from './systems-pages.ts';

const SETTLE_MS = 250;
const MATCHES = 30;

interface SystemChoicesProps {
  /** The name of the list for screen readers. */
  label: string;
  /** The condition. */
  where: Record<string, unknown>;
  /** Only systems that the person may change. */
  toChange?: boolean;
  /** The id of the present choice; left out where there is none. */
  value?: string;
  /** Stands below the name, beside the organization where the condition allows several. */
  noteOf?: (system: ListedSystem) => string | undefined;
  onChoose: (system: ListedSystem) => void;
}

/** Choosing one closes the sheet. */
export function SystemChoices({ label, where, toChange = false, value = '', noteOf, onChoose }: SystemChoicesProps) {
  const me = useMe();
  const scope = toChange && me ? scopeOf(me, 'system', 'update') : 'all';
  const [term, setTerm] = useState('');
  const find = useThrottled(term, SETTLE_MS);
  const { data, error } = useQuery({
    ...api.system.list.queryOptions({
      where: { ...whereWords(find, ['find']), ...where, ...(scope !== 'all' && { organizationId: scope }) },
      sort: 'name ASC',
      limit: MATCHES,
    }),
    placeholderData: keepPreviousData,
  });
  const rows = data?.rows ?? [];
  const left = (data?.total ?? 0) - rows.length;
  return (
    <>
      <PickerList
        label={label}
        value={value}
        options={rows.map((system) => ({
          value: system.id,
          label: system.name,
          note: [!('organization' in where) && system.organizationName, noteOf?.(system)].filter(Boolean).join(', '),
        }))}
        onChoose={(id) => {
          const system = rows.find((one) => one.id === id);
          if (system) onChoose(system);
        }}
        onSearch={setTerm}
        unanswered={data === undefined}
      />
      <PickerFailure error={error} />
      {left > 0 && <p className="px-1.5 pt-3.5 text-text3">{m.forms_more_matches({ count: left })}</p>}
    </>
  );
}
