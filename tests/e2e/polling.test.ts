// A network without WebSockets: the live connection goes over HTTP.
import { afterAll, beforeAll, test } from 'vitest';
import { openAs, setStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

test('a list gets the changes of others by polling where no WebSocket opens', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/groups');
  // A route of the test would answer that each WebSocket is open. Nobody answers at this port.
  await page.addInitScript(() => {
    const Real = WebSocket;
    window.WebSocket = class extends Real {
      constructor() {
        super('ws://127.0.0.1:1/');
      }
    };
  });
  const subscribed = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && /transport=polling.*sid=/.test(answer.url()),
  );
  await page.reload();
  await page.getByRole('main').getByRole('link').first().waitFor();
  await subscribed;
  await stage.alice.ask('POST', '/group', { name: 'Made while polling' });
  await page.getByText('Made while polling').waitFor();
  await page.context().close();
});
