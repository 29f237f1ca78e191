// Every attribute of a noun is on one of its screens: the list comes from the contract, the screens from their code.
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
  organization: { createdAt: 'in its activity', updatedAt: 'changes with each report; the last connection is shown' },
  user: { updatedAt: 'in its activity' },
  userorg: { updatedAt: 'in the activity of the user' },
  usergroup: { updatedAt: 'in the activity of the user' },
  group: { createdAt: 'in its activity', updatedAt: 'in its activity' },
  rpiclient: { updatedAt: 'changes with each report; the last connection is shown' },
  backup: { updatedAt: 'no attribute of a backup changes but its fault, which is shown' },
};

/** The names that code reads from records: `system.notes`, `{ notes }`, `notes: ...`, `name="notes"`. */
function namesRead(file: string): string[] {
  const names: string[] = [];
  const keyOf = (key: ESTree.Node): void => {
    if (key.type === 'Identifier') names.push(key.name);
    if (key.type === 'Literal' && typeof key.value === 'string') names.push(key.value);
  };
  new Visitor({
    MemberExpression: ({ property }) => keyOf(property),
    Property: ({ key }) => keyOf(key),
    JSXAttribute: ({ name, value }) => {
      if (name.name === 'name' && value?.type === 'Literal') keyOf(value);
    },
  }).visit(parseSync(file, textOf(file)).program);
  return names;
}

const isCode = (file: string) => /\.tsx?$/.test(file);
const readIn = (folders: readonly string[]): Set<string> =>
  new Set(folders.flatMap((folder) => filesBelow(`src/app/features/${folder}`).filter(isCode).flatMap(namesRead)));

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
      const read = readIn(folders);
      expect(Object.keys(update.input.shape).filter((name) => !read.has(name))).toEqual([]);
    },
  );

  test('every exception is an attribute that no screen shows', () => {
    const idle = (Object.entries(exceptions) as [Noun, Record<string, string>][]).flatMap(([noun, reasons]) => {
      const read = readIn(screens[noun] ?? []);
      const known = Object.keys(contract[noun].record.shape);
      return Object.keys(reasons).filter((name) => read.has(name) || !known.includes(name));
    });
    expect(idle).toEqual([]);
  });
});
