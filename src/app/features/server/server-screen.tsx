// The screen of the server itself, for administrators: what it knows of itself, its tests, a copy of its data.
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { TitleRow } from '#app/ui/layout/screen.tsx';
import { Sky } from '#app/ui/status/glance.tsx';
import { useNow } from '#app/device/now.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { LivePanel } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import * as m from '#text/messages.js';
import { Build, Copies, Database, Disk, Queues, Settings } from './server-facts.tsx';
import { ServerTests } from './server-tests.tsx';
import { type Facts, troubleText } from './server-text.ts';
import { useServer, useServerActions } from './use-server.ts';

const TICK_MS = 10_000;

/** The route admin/server. */
export function ServerScreen() {
  const query = useServer();
  useTitle(m.shell_place_server());
  if (query.data) return <Known facts={query.data} query={query} />;
  return (
    <Page title={m.shell_place_server()}>
      <Unanswered title={m.server_not_loaded()} forbidden={m.server_forbidden()} query={query} />
    </Page>
  );
}

function Known({ facts, query }: { facts: Facts; query: ReturnType<typeof useServer> }) {
  const now = useNow(TICK_MS);
  const { fresh } = useFreshness(query);
  const actions = useServerActions();
  const trouble = troubleText(facts);
  const shown = { facts, now };
  return (
    <Page
      header={
        <Sky tone={!fresh ? 'off' : trouble === null ? 'ok' : 'miss'}>
          <TitleRow title={m.shell_place_server()} end={<LivePanel />} />
          <p className={`px-4 pb-4 wrap-anywhere ${trouble === null || !fresh ? 'text-text2' : 'text-misstext'}`}>
            {trouble ?? (fresh && m.server_all_runs())}
          </p>
        </Sky>
      }
      dock={
        <Button kind="lamp" wide busy={actions.busy !== null} onPress={() => actions.test()}>
          <Icon name="send" size={22} />
          {m.server_test_all()}
        </Button>
      }
    >
      <AgePlate fresh={fresh} asOf={query.dataUpdatedAt} />
      <div className="pb-4 md:grid md:grid-cols-[1.6fr_1fr] md:items-start">
        <div>
          <Disk {...shown} />
          <div className="md:grid md:grid-cols-2">
            <Build {...shown} />
            <Database {...shown} />
          </div>
        </div>
        <div className="md:row-span-2">
          <ServerTests tests={facts.tests} now={now} actions={actions} />
          <Queues {...shown} />
          <Copies {...shown} actions={actions} />
        </div>
        <div>
          <Settings {...shown} />
        </div>
      </div>
    </Page>
  );
}
