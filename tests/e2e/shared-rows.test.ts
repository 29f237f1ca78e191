// Shared records on the screen: a person limited to organizations reads them, and changes only those of their own organization.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAs, setStage, type Stage } from './stage.ts';

let stage: Stage;
const lena = 'lena@example.com';
beforeAll(async () => {
  stage = await setStage();
  const actions = ['create', 'read', 'update', 'destroy'];
  const permissions = ['schedule', 'retention'].flatMap((model) => actions.map((action) => ({ model, action })));
  const group = (await stage.alice.ask('POST', '/group', { name: 'Planners', permissions })).body.id;
  const user = await stage.newUser(lena);
  await stage.alice.ask('POST', '/usergroup', { user, group });
  await stage.alice.ask('POST', '/userorg', { user, organization: stage.acme.organization });
});
afterAll(() => stage.close(null));

test.each([
  ['schedule', { alarmAfter: 6 }],
  ['retention', { days: 7 }],
])('a shared %s is text, one of the own organization is a form', async (noun, values) => {
  const make = async (name: string, organization: string | null) =>
    (await stage.alice.ask('POST', `/${noun}`, { name, organization, ...values })).body.id as string;
  const [shared, own] = [await make('Everywhere', null), await make('Ours', stage.acme.organization)];
  const page = await openAs(stage, lena, `/admin/${noun}/settings?id=${shared}`);
  const note = page.getByText(
    'All organizations share this. Only people with access to every organization can change it.',
  );
  await note.waitFor();
  const forms = () => page.getByRole('textbox', { name: 'Name', exact: true }).count();
  const acts = () => page.getByRole('button', { name: /^(Save|Delete)/ }).count();
  expect([await forms(), await acts()]).toEqual([0, 0]);
  await page.goto(`/admin/${noun}/settings?id=${own}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  expect(await note.count()).toBe(0);
  await page.context().close();
});
