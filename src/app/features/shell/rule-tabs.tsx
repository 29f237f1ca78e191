// The two pages of a schedule or a retention: its settings, and the systems that follow it.
import { useQuery } from '@tanstack/react-query';
import { useCan } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { NamedRecord, RecordKind } from './record-kind.ts';
import { RecordTabs } from './record-tabs.tsx';

/** A schedule or a retention. */
export interface Rule extends NamedRecord {
  readonly name: string;
  readonly systems: number;
}

export interface RuleProps<R extends Rule> {
  noun: 'schedule' | 'retention';
  kind: Pick<RecordKind<R, never, never, never>, 'listHref' | 'texts'> & {
    calls: Pick<RecordKind<R, never, never, never>['calls'], 'get'>;
  };
  id: string;
}

/** The record, read once for its tabs and its page. */
export function useRule<R extends Rule>({ noun, kind, id }: RuleProps<R>) {
  const options = kind.calls.get.queryOptions({ id }, { persist: true });
  return useQuery({ ...options, enabled: useCan(`${noun}.read`) });
}

/** Below the breadcrumb of a known record. */
export function RuleTabs<R extends Rule>(rule: RuleProps<R>) {
  const { noun, kind, id } = rule;
  const { data: record } = useRule(rule);
  const systems = record
    ? m.organizations_tab_systems({ number: formatNumber(record.systems, reader()) })
    : m.shell_place_systems();
  return (
    <RecordTabs
      label={record?.name ?? kind.texts().one}
      id={id}
      tabs={[
        { path: `/admin/${noun}/settings`, label: m.systems_tab_settings(), needs: `${noun}.read` },
        { path: `/admin/${noun}/systems`, label: systems, needs: 'system.read' },
      ]}
    />
  );
}
