// The sheet about alarms that reached nobody: the people whom an alarm would reach now or not, with the reason.
import { useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import { FactRow, Facts, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import * as m from '#text/messages.js';
import type { Alarm } from './alarm-format.ts';
import { organizationOf, recipientsInput } from './alarm-subject.ts';
import { isRung, recipientText } from './recipients-text.ts';
import { useRecipients } from './use-recipients.ts';

interface UnreachedSheetProps {
  alarms: readonly Alarm[] | null;
  onClose: () => void;
}

/** Open while there are alarms. */
export default function UnreachedSheet({ alarms, onClose }: UnreachedSheetProps) {
  const organizations = new Map((alarms ?? []).map(organizationOf).map(({ id, name }) => [id, name]));
  return (
    <Sheet
      open={alarms !== null}
      onClose={onClose}
      title={m.alarms_unreached({ count: alarms?.length ?? 0 })}
      detail={m.alarms_unreached_detail()}
    >
      {[...organizations].map(([id, name]) => (
        <OrganizationPart key={id} id={id} name={name} />
      ))}
    </Sheet>
  );
}

function OrganizationPart({ id, name }: { id: string; name: string }) {
  const now = useNow(30_000);
  const mine = useMe()?.id ?? null;
  const query = useRecipients(recipientsInput(id));
  const { fresh } = useFreshness(query);
  return (
    <section className="pb-2">
      <SectionTitle>
        <bdi>{name}</bdi>
      </SectionTitle>
      {query.data === undefined && <Unanswered title={m.alarms_recipients_not_loaded()} query={query} />}
      {query.data && (
        <Facts>
          {query.data.length === 0 && <FactRow icon="warn" term={m.alarms_recipients_none()} />}
          {query.data.map((recipient, index) => {
            const key = recipient.user?.id ?? index;
            if (fresh || !isRung(recipient)) {
              const icon = isRung(recipient) ? 'bell' : 'warn';
              return <FactRow key={key} icon={icon} term={recipientText(recipient, now, mine)} />;
            }
            return (
              <FactRow key={key} icon="bell" term={recipient.user?.name ?? m.alarms_someone()}>
                {m.systems_unknown()}
              </FactRow>
            );
          })}
        </Facts>
      )}
    </section>
  );
}
