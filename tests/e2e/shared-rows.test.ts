// Shared records on the screen: a person limited to organizations reads them, and changes only those of their own organization.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAs, setStage, type Stage } from './stage.ts';

let stage: Stage;
const lena = 'lena@example.com';
beforeAll(async () => {
  stage = await setStage();
  const actions = ['create', 'read', 'update', 'destroy'];
  const rights = ['schedule', 'retention'].flatMap((model) => actions.map((action) => ({ model, action })));
  const permissions = [...rights, { model: 'activity', action: 'read' }];
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
  const activity = page.getByRole('link', { name: /^Activity/ });
  expect([await forms(), await acts(), await activity.count()]).toEqual([0, 0, 0]);
  await page.goto(`/admin/${noun}/settings?id=${own}`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  await activity.waitFor();
  expect(await note.count()).toBe(0);
  await page.context().close();
});

test.each(['schedule', 'retention'])('a %s that systems of others use is copied for an organization', async (noun) => {
  const id: string = (await stage.alice.ask('POST', `/${noun}`, { name: 'Of many' })).body.id;
  const follow = (system: string) => stage.alice.ask('PATCH', `/system/${system}`, { [noun]: id });
  const page = await openAs(stage, stage.alice.email, `/admin/${noun}/settings?id=${id}`);
  const sheet = page.getByRole('dialog', { name: 'Of many belongs to' });
  const owner = page.getByRole('button', { name: /^Belongs to/ });
  await owner.tap();
  await sheet.getByRole('radio', { name: /^Acme/ }).tap();
  await sheet.getByRole('button', { name: /^Give it to Acme/ }).tap();
  await sheet.waitFor({ state: 'detached' });
  for (const { system } of [stage.acme, stage.birch]) expect((await follow(system)).status).toBe(200);
  await page.getByRole('button', { name: `Save ${noun}` }).tap();
  await page.getByText('Systems of other organizations use it. Make a copy for this one instead.').first().waitFor();
  await owner.tap();
  await sheet.getByRole('button', { name: /^Make a copy for Acme/ }).tap();
  await page
    .getByText(/^Made a copy for Acme/)
    .first()
    .waitFor();
  await page.waitForURL((url) => url.searchParams.get('id') !== id);
  const copy = new URL(page.url()).searchParams.get('id');
  const ruleOf = async (system: string) => (await stage.alice.ask('GET', `/system/${system}`)).body[noun].id;
  expect([await ruleOf(stage.acme.system), await ruleOf(stage.birch.system)]).toEqual([copy, id]);
  await page.context().close();
});
