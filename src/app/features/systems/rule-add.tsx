// Adding a system to a schedule or a retention: a search over those that follow another one or none, inside a sheet.
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import type { Rule } from '#app/features/shell/rule-tabs.tsx';
import * as m from '#text/messages.js';
import { SystemChoices } from './system-choices.tsx';

type Noun = 'schedule' | 'retention';

/** Undo gives the former one back, unless the system was changed since. */
async function follow(
  id: string,
  noun: Noun,
  rule: string | null,
  done: string,
  former?: string | null,
  ifMatch?: string,
): Promise<void> {
  try {
    const { editedAt } = await api.system.update({ id, [noun]: rule }, ifMatch === undefined ? {} : { ifMatch });
    const run = () => void follow(id, noun, former ?? null, m.alarms_undone(), undefined, editedAt);
    flash('positive', done, former === undefined ? undefined : { action: { word: m.actions_undo(), run } });
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}

/** Choosing a system makes it follow the rule and closes the sheet. A rule of one organization takes systems of that one. */
export function RuleChoices({ noun, rule }: { noun: Noun; rule: Rule }) {
  return (
    <SystemChoices
      label={m.systems_rule_add()}
      where={{
        or: [{ [noun]: null }, { [noun]: { '!=': rule.id } }],
        ...(rule.organizationId && { organization: rule.organizationId }),
      }}
      toChange
      noteOf={(system) => system[noun]?.name}
      onChoose={(system) => {
        const done = m.systems_rule_added({ system: system.name, name: rule.name });
        void follow(system.id, noun, rule.id, done, system[noun]?.id ?? null);
      }}
    />
  );
}
