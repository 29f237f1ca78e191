// Every attribute of a noun is on one of its screens: the list comes from the contract, the screens from their code. That
// code reads the attribute by its name, not from calls, styles or messages; the test knows no types, so a name that nouns
// share proves less.
import { type ESTree, Visitor, parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { filesBelow, textOf } from './checkout.ts';

type Noun = keyof typeof contract;

/** The folders of the screens of each noun, below src/app/features. */
const screens: Partial<Record<Noun, readonly string[]>> = {
  system: ['systems', 'system-settings', 'client', 'purge'],
  fileset: ['filesets'],
  scanresult: ['scans'],
  orphan: ['orphans'],
  schedule: ['schedules', 'shell'],
  retention: ['retentions', 'shell'],
  organization: ['organizations'],
  user: ['users'],
  userorg: ['users', 'organizations'],
  usergroup: ['users', 'groups'],
  group: ['groups'],
  permission: ['groups'],
  backup: ['backups'],
  rpiclient: ['rpiclients'],
};

const always: Record<string, string> = {
  id: 'the address of the screen',
  organizationId: 'decides about permissions; screens show the name of the organization',
  editedAt: 'the version that a form is based on',
};

/** Attributes that no screen of the noun needs, each with its reason. */
const exceptions: Partial<Record<Noun, Record<string, string>>> = {
  system: {
    usernameSet: 'the user name itself is shown to whoever may change it',
    alarmed: 'its open alarms are shown themselves',
    filesets: 'read by a call of their own, on their own tab',
    updatedAt: 'changes with each report; the last connection is shown',
  },
  fileset: { updatedAt: 'in the activity of the system' },
  schedule: { updatedAt: 'in its activity' },
  retention: { updatedAt: 'in its activity' },
  organization: {
    system: 'the ids of its systems, which are listed on a tab of their own',
    createdAt: 'in its activity',
    updatedAt: 'changes with each report; the last connection is shown',
  },
  user: { devices: 'the devices themselves are shown by name', updatedAt: 'in its activity' },
  userorg: { updatedAt: 'in the activity of the user' },
  usergroup: { updatedAt: 'in the activity of the user' },
  group: { createdAt: 'in its activity', updatedAt: 'in its activity' },
  rpiclient: { updatedAt: 'changes with each report; the last connection is shown' },
  backup: { updatedAt: 'no attribute of a backup changes but its fault, which is shown' },
};

/** Attributes that are written, and are no field of a form with that name, each with what writes it. */
const writtenElsewhere: Partial<Record<Noun, Record<string, string>>> = {
  system: { keyConnected: 'released beside the key' },
  fileset: { system: 'the page that a fileset is added from' },
  retention: Object.fromEntries(['days', 'weeks', 'months', 'years'].map((unit) => [unit, 'a stepper for each unit'])),
  organization: { keyConnected: 'released beside the key' },
  user: { active: 'an action of its own' },
  userorg: { user: 'a row is added or removed as a whole', organization: 'a row is added or removed as a whole' },
  rpiclient: { system: 'the sheet that assigns a client', organization: 'the sheet that assigns a client' },
};

/** Attributes of the counts of systems that no screen reads, each with its reason. */
const uncounted: Record<string, string> = {
  overdue: 'the systems themselves are listed',
  notBackedup: 'the systems themselves are listed',
};

/** Objects that are no record: an attribute of the same name is not read from them. */
const noRecords = ['api', 'css', 'styles', 'm', 'contract'];

type Names = (file: string) => string[];

const literal = (value: ESTree.Node | null): string[] =>
  value?.type === 'Literal' && typeof value.value === 'string' ? [value.value] : [];

/** The names that code reads from records, `system.notes` and `{ notes } = system`, and those that a form shows. */
const namesRead: Names = (file) => {
  const names: string[] = [];
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (object.type === 'Identifier' && noRecords.includes(object.name)) return;
      names.push(...(property.type === 'Identifier' && !computed ? [property.name] : literal(property)));
    },
    ObjectPattern({ properties }) {
      for (const one of properties)
        if (one.type === 'Property' && one.key.type === 'Identifier') names.push(one.key.name);
    },
  }).visit(parseSync(file, textOf(file)).program);
  return [...names, ...namesOfFields(file)];
};

/** The names of the fields of forms, `<Field.Text name="notes" />`, and the attributes of a field that has several. */
const namesOfFields: Names = (file) => {
  const names: string[] = [];
  new Visitor({
    JSXAttribute({ name, value }) {
      if (name.name === 'name' && value?.type === 'Literal') names.push(...literal(value));
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'attributes' && value.type === 'ArrayExpression')
        names.push(...value.elements.flatMap(literal));
    },
  }).visit(parseSync(file, textOf(file)).program);
  return names;
};

/** The names that code gives to objects, as to the input of a call. */
const namesWritten: Names = (file) => {
  const names: string[] = [];
  new Visitor({
    ObjectExpression({ properties }) {
      for (const one of properties)
        if (one.type === 'Property' && one.key.type === 'Identifier') names.push(one.key.name);
    },
  }).visit(parseSync(file, textOf(file)).program);
  return names;
};

const isCode = (file: string) => /\.tsx?$/.test(file);
const namesIn = (folders: readonly string[], names: Names): Set<string> =>
  new Set(folders.flatMap((folder) => filesBelow(`src/app/features/${folder}`).filter(isCode).flatMap(names)));
const readIn = (folders: readonly string[]) => namesIn(folders, namesRead);
const writtenIn = (folders: readonly string[]) => namesIn(folders, namesWritten);
const formIn = (folders: readonly string[]) => namesIn(folders, namesOfFields);

describe('attributes', () => {
  test.each(Object.entries(screens) as [Noun, readonly string[]][])(
    'every attribute of %s is on a screen',
    (noun, folders) => {
      const read = readIn(folders);
      const excepted = { ...always, ...exceptions[noun] };
      const attributes = Object.keys(contract[noun].record.shape);
      expect(attributes.length).toBeGreaterThan(2);
      expect(attributes.filter((name) => !read.has(name) && !(name in excepted))).toEqual([]);
    },
  );

  test.each(Object.entries(screens) as [Noun, readonly string[]][])(
    'every attribute of %s that may be written is in a form',
    (noun, folders) => {
      const { update } = contract[noun].calls as { update?: { input: { shape: Record<string, unknown> } } };
      if (update === undefined) return;
      const [fields, written] = [formIn(folders), writtenIn([...folders, 'client'])];
      const others = Object.keys(update.input.shape).filter((name) => name !== 'id' && !fields.has(name));
      const elsewhere = Object.keys(writtenElsewhere[noun] ?? {});
      expect(others.toSorted()).toEqual(elsewhere.toSorted());
      expect(elsewhere.filter((name) => !written.has(name))).toEqual([]);
    },
  );

  test('every attribute of the own account is in its form', () => {
    const fields = formIn(['account']);
    const attributes = Object.keys(contract.user.calls.editAccount.input.shape);
    expect(attributes.filter((name) => !fields.has(name))).toEqual([]);
  });

  test('every count of systems is on a screen', () => {
    const read = readIn(['watch', 'alarms', 'shell', 'systems', 'first-run']);
    const attributes = Object.keys(contract.system.calls.counts.result.shape);
    expect(attributes.filter((name) => !read.has(name) && !(name in uncounted))).toEqual([]);
  });

  test('every exception is an attribute that no screen shows', () => {
    const idle = (Object.entries(exceptions) as [Noun, Record<string, string>][]).flatMap(([noun, reasons]) => {
      const read = readIn(screens[noun] ?? []);
      const known = Object.keys(contract[noun].record.shape);
      return Object.keys(reasons).filter((name) => read.has(name) || !known.includes(name));
    });
    expect(idle).toEqual([]);
  });
});
