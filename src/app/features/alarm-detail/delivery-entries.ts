// The deliveries of an alarm as entries of its timeline: those of one moment and one outcome share an entry.
import type { IconName } from '#app/ui/primitives/icon.tsx';
import { sendFaultText } from '#app/features/shell/send-fault.ts';
import * as m from '#text/messages.js';
import { type Delivery, type Happened, type TimelineInput, namesOf, personIn } from './timeline-types.ts';

/** Deliveries of one stage within this time share an entry, ms. */
const TOGETHER_MS = 5000;

type Outcome = 'pending' | 'sent' | 'unneeded' | 'failed';

const outcomeOf = ({ status, detail }: Delivery): Outcome => {
  if (status === 'sent') return 'sent';
  if (status === 'pending' || status === 'sending') return 'pending';
  return detail?.code === 'unneeded' ? 'unneeded' : 'failed';
};

const momentOf = ({ sentAt, createdAt }: Delivery): string => sentAt ?? createdAt;

interface Group {
  at: string;
  outcome: Outcome;
  rows: Delivery[];
}

/** Failures stay apart, since each has its reason. */
function groupsOf(deliveries: readonly Delivery[]): Group[] {
  const groups: Group[] = [];
  for (const row of deliveries) {
    const [at, outcome] = [momentOf(row), outcomeOf(row)];
    const fits = ({ rows: [first], at: start, outcome: of }: Group) =>
      of === outcome &&
      outcome !== 'failed' &&
      first?.stage === row.stage &&
      first.channel === row.channel &&
      Math.abs(Date.parse(at) - Date.parse(start)) < TOGETHER_MS;
    const known = groups.find(fits);
    if (known) known.rows.push(row);
    else groups.push({ at, outcome, rows: [row] });
  }
  return groups;
}

/** One entry for each group, and one for each moment at which devices showed it. */
export function deliveryEntries({ deliveries, mine }: Pick<TimelineInput, 'deliveries' | 'mine'>): Happened[] {
  const groups = groupsOf(deliveries);
  return [...groups.map((group) => groupEntry(group, mine)), ...groups.flatMap(({ rows }) => shownEntries(rows, mine))];
}

function recipient({ user, device }: Delivery, mine: string | null): string {
  const name = personIn(user, mine);
  return device ? m.alarms_timeline_device({ name, device }) : name;
}

const sentTexts: Record<Delivery['stage'], (inputs: { names: string }) => string> = {
  new: m.alarms_timeline_sent,
  reminder: m.alarms_timeline_sent_reminder,
  escalated: m.alarms_timeline_sent_escalated,
  repeat: m.alarms_timeline_sent_repeat,
  released: m.alarms_timeline_sent_released,
  handed: m.alarms_timeline_sent_handed,
  held: m.alarms_timeline_sent_held,
  taken: m.alarms_timeline_sent_taken,
  resolved: m.alarms_timeline_sent_resolved,
};

function groupEntry({ at, outcome, rows }: Group, mine: string | null): Happened {
  const [first] = rows as [Delivery, ...Delivery[]];
  const { stage, channel, detail } = first;
  const names = namesOf(rows.map((row) => recipient(row, mine)));
  const icon: IconName = channel === 'mail' ? 'mail' : 'send';
  const base = { id: first.id, at, icon, look: 'plain' as const };
  if (outcome === 'sent')
    return { ...base, text: channel === 'mail' ? m.alarms_timeline_mailed({ names }) : sentTexts[stage]({ names }) };
  if (outcome === 'pending') {
    const text = detail
      ? m.alarms_timeline_retried({ names, detail: sendFaultText(detail, channel) })
      : m.alarms_timeline_pending({ names });
    return detail ? { ...base, icon: 'warn', look: 'trouble', text } : { ...base, text };
  }
  if (outcome === 'unneeded') return { ...base, text: m.alarms_timeline_unneeded({ names }) };
  return { ...base, icon: 'warn', look: 'trouble', text: failedText(first, names) };
}

function failedText({ status, channel, detail: fault }: Delivery, names: string): string {
  if (status === 'gone') return m.alarms_timeline_gone({ names });
  const detail = fault ? sendFaultText(fault, channel) : '';
  if (channel === 'mail') return m.alarms_timeline_mail_failed({ names, detail });
  return status === 'refused'
    ? m.alarms_timeline_refused({ names, detail })
    : m.alarms_timeline_failed({ names, detail });
}

function shownEntries(rows: readonly Delivery[], mine: string | null): Happened[] {
  return rows.flatMap((row) =>
    row.shownAt === null || row.stage === 'taken' || row.stage === 'resolved'
      ? []
      : [
          {
            id: `shown-${row.id}`,
            at: row.shownAt,
            icon: 'mobile' as const,
            look: 'plain' as const,
            text: m.alarms_timeline_shown({ names: recipient(row, mine) }),
          },
        ],
  );
}
