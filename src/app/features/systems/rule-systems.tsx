// The systems that follow a schedule or a retention: the list of systems, narrowed to it; a selection moves to another one.
import { useMemo, useState } from 'react';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { mayInOrSomewhere } from '#app/auth/can-in.ts';
import { useMe } from '#app/auth/me.ts';
import { NotFound, useTitle } from '#app/features/shell/error-pages.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { pageOf } from '#app/features/shell/record-kind.ts';
import { CrumbHeader, RecordPage } from '#app/features/shell/record-page.tsx';
import { type Rule, type RuleProps, RuleTabs, useRule } from '#app/features/shell/rule-tabs.tsx';
import { isGone } from '#app/features/shell/is-gone.ts';
import * as m from '#text/messages.js';
import { RuleChoices } from './rule-add.tsx';
import type { SystemsSearch } from './systems-filter.ts';
import { SystemsScreen } from './systems-screen.tsx';

interface RuleSystemsProps<R extends Rule> extends Omit<RuleProps<R>, 'id'> {
  id: string | undefined;
  search: SystemsSearch;
  onSearch: (next: SystemsSearch) => void;
}

/** Mount it anew for another one. */
export function RuleSystems<R extends Rule>({ id, ...rest }: RuleSystemsProps<R>) {
  return id === undefined ? <NotFound /> : <Loaded id={id} {...rest} />;
}

function Loaded<R extends Rule>({ noun, kind, id, ...list }: RuleSystemsProps<R> & { id: string }) {
  const query = useRule({ noun, kind, id });
  const within = useMemo(() => ({ [noun]: id }), [noun, id]);
  const { data: record, error } = query;
  const texts = kind.texts();
  const [adding, setAdding] = useState(false);
  const me = useMe();
  const tabs = <RuleTabs noun={noun} kind={kind} id={id} />;
  useTitle(record?.name ?? texts.one);
  if (record) {
    const { steps, parent } = pageOf(kind);
    const content = <CrumbHeader steps={steps} title={record.name} tabs={tabs} />;
    const none = { title: m.systems_rule_none(), detail: m.systems_rule_none_detail({ noun }) };
    const owner = record.organizationId;
    const mayAdd = me !== null && mayInOrSomewhere(me, 'system.update', owner ?? undefined);
    const add = mayAdd ? { label: m.systems_rule_add(), run: () => setAdding(true) } : null;
    return (
      <>
        <SystemsScreen
          {...list}
          within={within}
          head={{ content, parent }}
          add={add}
          none={none}
          purges={noun === 'retention'}
        />
        <Sheet open={adding} onClose={() => setAdding(false)} title={m.systems_rule_add()} detail={record.name}>
          <RuleChoices noun={noun} rule={record} />
        </Sheet>
      </>
    );
  }
  if (isGone(error)) return <NotFound />;
  return (
    <RecordPage title={texts.one} {...pageOf(kind)} tabs={tabs}>
      <Unanswered title={texts.notLoaded} query={query} />
    </RecordPage>
  );
}
