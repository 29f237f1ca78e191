// One entry of the activity: when, by whom and from where, and each changed attribute as it was and as it is.
import { useRouter } from '@tanstack/react-router';
import { FactRow, Facts, LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { reader } from '#app/device/reader.ts';
import { formatDateTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type Entry, actorText, changeTexts, pageOfEntry } from './activity-text.ts';

/** Inside a sheet. */
export function EntryDetails({ entry }: { entry: Entry }) {
  const { history } = useRouter();
  const closeThen = useCloseThen();
  const page = pageOfEntry(entry);
  const changes = changeTexts(entry);
  const leadTo = (href: string) => closeThen(() => history.push(href));
  return (
    <div className="[--card-inset:0px] [&_dt]:first-letter:uppercase">
      <Facts>
        <FactRow term={m.activity_when()}>{formatDateTime(entry.createdAt, reader())}</FactRow>
        <FactRow term={m.activity_who()}>{actorText(entry)}</FactRow>
        {entry.ip !== null && <FactRow term={m.account_from()}>{entry.ip}</FactRow>}
        {entry.organization && <FactRow term={m.systems_organization()}>{entry.organization.name}</FactRow>}
      </Facts>
      {changes.length > 0 && (
        <Facts>
          {changes.map(({ attribute, label, values }) => (
            <FactRow key={attribute} term={label}>
              {values === null ? (
                m.activity_secret()
              ) : (
                <span className="wrap-anywhere">
                  <del className="text-text3">{values.was}</del> <b className="font-[650] text-text">{values.now}</b>
                </span>
              )}
            </FactRow>
          ))}
        </Facts>
      )}
      <Rows>
        {page !== undefined && <LinkRow icon="open" label={m.activity_open()} onPress={() => leadTo(page)} />}
        <LinkRow
          icon="clock"
          label={m.activity_of_record()}
          onPress={() => leadTo(`/admin/activity?object=${entry.object}`)}
        />
        {entry.actor.kind === 'user' && entry.actor.id !== null && (
          <LinkRow
            icon="user"
            label={m.activity_title_of({ name: actorText(entry) })}
            onPress={() => leadTo(`/admin/activity?user=${entry.actor.id}`)}
          />
        )}
      </Rows>
    </div>
  );
}
