// The third pane of a very wide desk: the open alarms beside any other screen.
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { useNow } from '#app/device/now.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { Screen, TitleRow } from '#app/ui/layout/screen.tsx';
import * as m from '#text/messages.js';
import OnCall from '#app/features/watch/watch-on-call.tsx';
import { useLastResolved, useOpenAlarms } from './alarm-queries.ts';
import { OpenAlarms, openSections } from './alarm-sections.tsx';
import { useResolvedLately } from './resolved-lately.tsx';

/** The open alarms, and those that somebody has. Its keys count while the focus is in it. */
export default function AlarmsAside() {
  const now = useNow(30_000);
  const { query, held } = useOpenAlarms();
  const lastResolved = useLastResolved();
  const lately = useResolvedLately(now);
  const { fresh, asOf } = useFreshness(query);
  return (
    <Screen landmark="section" ground="deep" scrollId="alarms-aside">
      <TitleRow heading="h2" title={m.alarms_title()} />
      {held === undefined ? (
        <Unanswered title={m.alarms_not_loaded()} query={query} />
      ) : (
        <OpenAlarms
          {...openSections({ held, lately, now, myId: null })}
          seen={{ now, fresh, asOf }}
          total={undefined}
          resolvedAt={lastResolved.data?.rows[0]?.resolvedAt}
          list={{ keys: 'pane' }}
        />
      )}
      <OnCall now={now} />
    </Screen>
  );
}
