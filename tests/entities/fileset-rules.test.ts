// The fault of a fileset's rule is put at the field that has it, with a sentence of the form for it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesetFields, filesetIssueText } from '#app/features/filesets/fileset-form.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('filesets on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const dated = { pattern: '(a)(b)', dateField: 1 };
  test.each([
    ['pattern', { pattern: '(' }, 'The server does not accept this pattern with these groups and formats.'],
    ['nameField', { nameField: 1 }, 'Name: choose one of the offered values.'],
    ['dateField', { pattern: '(a)', timeField: 1 }, 'Date must not be empty.'],
    ['dateFormat', { ...dated, dateFormat: 'YYYY-MM-D' }, 'Date format has an invalid format.'],
    ['timeFormat', { ...dated, timeField: 2, timeFormat: 'mm' }, 'Time format has an invalid format.'],
  ] as const)('a fault of %s is put there', async (name, rule, sentence) => {
    const { body } = await world.bob.ask('POST', '/fileset', { system: world.acme.system, glob: '*', ...rule });
    const [issue] = body.issues;
    expect([body.code, issue.path]).toEqual(['E_BAD_PATTERN', name]);
    expect(filesetIssueText(issue, filesetFields()[name].label, name)).toBe(sentence);
  });
});
