// Adding a system to a schedule or a retention: a search over those that follow another one or none, inside a sheet.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PickerList } from '#app/ui/form/picker.tsx';
import { useThrottled } from '#app/ui/hooks/use-throttled.ts';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { Rule } from '#app/features/shell/rule-tabs.tsx';
import * as m from '#text/messages.js';

const SETTLE_MS = 250;
const MATCHES = 30;

type Noun = 'schedule' | 'retention';

/** Undo gives the former one back. */
async function follow(
  id: string,
  noun: Noun,
  rule: string | null,
  done: string,
  former?: string | null,
): Promise<void> {
  try {
    await api.system.update({ id, [noun]: rule });
    const run = () => void follow(id, noun, former ?? null, m.organizations_pause_undone());
    flash('positive', done, former === undefined ? undefined : { action: { word: m.actions_undo(), run } });
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}

/** Choosing a system makes it follow the rule and closes the sheet. A rule of one organization takes systems of that one. */
export function RuleChoices({ noun, rule }: { noun: Noun; rule: Rule }) {
  const [term, setTerm] = useState('');
  const find = useThrottled(term, SETTLE_MS);
  const { data } = useQuery({
    ...api.system.list.queryOptions({
      where: {
        ...whereWords(find, ['find']),
        or: [{ [noun]: null }, { [noun]: { '!=': rule.id } }],
        ...(rule.organizationId && { organization: rule.organizationId }),
      },
      sort: 'find ASC',
      limit: MATCHES,
    }),
    placeholderData: keepPreviousData,
  });
  const rows = data?.rows ?? [];
  const left = (data?.total ?? 0) - rows.length;
  const choose = (id: string) => {
    const system = rows.find((one) => one.id === id);
    if (!system) return;
    const done = m.systems_rule_added({ system: system.name, name: rule.name });
    void follow(id, noun, rule.id, done, system[noun]?.id ?? null);
  };
  return (
    <>
      <PickerList
        label={m.systems_rule_add()}
        value=""
        options={rows.map(({ id, name, organizationName, [noun]: followed }) => ({
          value: id,
          label: name,
          note: [organizationName, followed?.name].filter(Boolean).join(', '),
        }))}
        onChoose={choose}
        onSearch={setTerm}
        unanswered={data === undefined}
      />
      {left > 0 && <p className="px-1.5 pt-3.5 text-text3">{m.forms_more_matches({ count: left })}</p>}
    </>
  );
}
