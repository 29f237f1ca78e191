// The tests of mail, push and store, each with its last result and a button.
import { Button } from '#app/ui/primitives/button.tsx';
import type { IconName } from '#app/ui/primitives/icon.tsx';
import { FactRow, Facts, SectionTitle } from '#app/ui/layout/rows.tsx';
import * as m from '#text/messages.js';
import { type Facts as ServerFacts, type Part, parts, resultText } from './server-text.ts';
import type { ServerActions } from './use-server.ts';

const icons: Record<Part, IconName> = { mail: 'mail', push: 'bell', store: 'box' };

interface TestsProps {
  tests: ServerFacts['tests'];
  now: number;
  actions: ServerActions;
}

/** A test that failed stands in the colour of trouble, with its reason. */
export function ServerTests({ tests, now, actions }: TestsProps) {
  return (
    <>
      <SectionTitle>{m.server_tests()}</SectionTitle>
      <Facts>
        {parts.map((part) => {
          const [result, name] = [tests[part], m.server_test_part({ part })];
          const text = result === null ? m.server_test_none() : resultText(part, result, now);
          const bad = result !== null && result.state !== 'ok' && result.state !== 'waiting';
          return (
            <FactRow
              key={part}
              icon={icons[part]}
              term={name}
              note={
                <span role="status" className={bad ? 'text-misstext' : ''}>
                  {actions.busy === part ? m.server_testing() : text}
                </span>
              }
            >
              <Button
                size="small"
                label={m.server_test_of({ part: name })}
                busy={actions.busy === part}
                onPress={() => actions.test([part])}
              >
                {m.server_test()}
              </Button>
            </FactRow>
          );
        })}
      </Facts>
      <p className="px-4 pt-2 text-secondary text-text3">{m.server_tests_note()}</p>
    </>
  );
}
