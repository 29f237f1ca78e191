// The two pages of a schedule or a retention: its settings, and the systems that follow it.
import { reader } from '#app/device/reader.ts';
import { formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { RecordTabs } from './record-tabs.tsx';

interface RuleTabsProps {
  noun: 'schedule' | 'retention';
  id: string;
  /** The name of the record and the number of its systems, once it is loaded. */
  record: { name: string; systems: number } | undefined;
  /** The name before that. */
  one: string;
}

/** Below the breadcrumb of a known record. */
export function RuleTabs({ noun, id, record, one }: RuleTabsProps) {
  const systems = record
    ? m.organizations_tab_systems({ number: formatNumber(record.systems, reader()) })
    : m.shell_place_systems();
  return (
    <RecordTabs
      label={record?.name ?? one}
      id={id}
      tabs={[
        { path: `/admin/${noun}/settings`, label: m.organizations_tab_settings() },
        { path: `/admin/${noun}/systems`, label: systems },
      ]}
    />
  );
}
