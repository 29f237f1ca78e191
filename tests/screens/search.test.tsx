// The search across everything: what its first letter narrows it to, whom its actions are offered, and the state of a system.
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { partsOf } from '#app/features/search/matches.ts';
import { Results } from '#app/features/search/results.tsx';
import { itemOfHit, noteOf } from '#app/features/search/search-hits.ts';
import { actions, calledIn, filtered, itemsOfOrganization, readText } from '#app/features/search/use-items.ts';
import type { Me } from '#app/auth/me.ts';
import { groupKind } from '#app/features/groups/group-kind.ts';
import { organizationKind } from '#app/features/organizations/organization-kind.ts';
import { retentionKind } from '#app/features/retentions/retention-form.ts';
import { scheduleKind } from '#app/features/schedules/schedule-form.ts';
import { healths } from '#contract/health.ts';
import { contract } from '#contract/index.ts';
import { may } from '#contract/permissions.ts';
import * as m from '#text/messages.js';

const ID = '019a0000-0000-7000-8000-000000000001';
const me = (permissions: Record<string, string[]>, orgIds: string[] = []) =>
  ({ permissions, allOrganizations: false, orgIds }) as never;
const hit = (more: object) => itemOfHit({ noun: 'system', id: ID, name: 'ledger-01', note: 'Acme', ...more }, null);

describe('the first letter', () => {
  test.each([
    ['>new', 'actions', 'new'],
    ['@ acme', 'organization', 'acme'],
    ['#ledger', 'system', 'ledger'],
    ['/users', 'screens', 'users'],
    ['acme > x', undefined, 'acme > x'],
    ['  ', undefined, ''],
  ])('of %j narrows the search to %s', (text, narrowing, term) => expect(readText(text)).toEqual({ narrowing, term }));
});

test('every word of the text must be in the label, in any letter case', () => {
  const items = [{ ...hit({}), label: 'New system' }];
  expect(filtered(items, 'SYS new')).toHaveLength(1);
  expect(filtered(items, 'new user')).toHaveLength(0);
});

test.each([
  ['call norra', 'norra'],
  ['Call  Norra Clinic', 'Norra Clinic'],
  ['norra', ''],
  ['call', ''],
])('%j asks for a call of %j', (text, name) => expect(calledIn(text)).toBe(name));

test('a new record is offered to those who get its form, and to nobody else', () => {
  const kinds = {
    [m.organizations_add()]: organizationKind(),
    [m.schedules_new()]: scheduleKind,
    [m.retentions_add()]: retentionKind,
    [m.groups_new()]: groupKind,
  };
  const creating = Object.fromEntries(Object.keys(contract).map((noun) => [noun, ['create']]));
  for (const [allOrganizations, permissions] of [
    [false, creating],
    [true, creating],
    [true, {}],
  ] as const) {
    const person = { permissions, allOrganizations, orgIds: [ID] } as unknown as Me;
    const offered = actions(person).map(({ label }) => label);
    for (const [label, { entity, allows }] of Object.entries(kinds)) {
      const getsForm = may(person, `${entity.noun}.create`) && (allows?.(person, null) ?? true);
      expect([allOrganizations, label, offered.includes(label)]).toEqual([allOrganizations, label, getsForm]);
    }
  }
});

describe('a found alarm, fileset, Pi client or orphan', () => {
  const found = (noun: 'alarm' | 'fileset' | 'rpiclient' | 'orphan', more: object) => hit({ noun, ...more });
  test('says of an alarm its kind, and leads to it', () => {
    const item = found('alarm', { kind: 'overdue' });
    expect([noteOf(item), item.mark, item.to]).toEqual(['Overdue, Acme', 'overdue', `/admin/alarms?alarm=${ID}`]);
  });
  test('leads to a fileset and to a Raspberry Pi client', () => {
    expect(found('fileset', {}).to).toBe(`/admin/fileset/settings?id=${ID}`);
    expect(found('rpiclient', {}).to).toBe(`/admin/rpiclients?id=${ID}`);
  });
  test.each(['system', 'client'])('leads to an orphan of a %s by the call that reads it', (kind) => {
    const { to, mark } = found('orphan', { kind });
    expect([to, mark]).toEqual([`/admin/orphan/view?id=${ID}&kind=${kind}`, undefined]);
  });
});

describe('a found system', () => {
  test('has the mark of ok only where it is ok', () => {
    const marks = healths.filter((health) => hit({ health }).mark === 'ok');
    expect(marks).toEqual(['ok']);
  });
  test('says its state and its organization in words', () =>
    expect(noteOf(hit({ health: 'overdue' }))).toBe('overdue, Acme'));
  test('offers only the pages that the person may open', () => {
    const system = { noun: 'system' as const, id: ID, name: 'ledger-01', note: '' };
    const labels = (permissions: Record<string, string[]>) =>
      itemOfHit(system, me(permissions)).actions.map(({ label }) => label);
    expect(labels({})).toEqual([]);
    expect(labels({ backup: ['read'] })).toEqual(['Backups']);
    expect(labels({ fileset: ['read'], scanresult: ['read'] })).toEqual(['Filesets', 'Scans']);
  });
});

describe('a found organization', () => {
  const found = (permissions: Record<string, string[]>, orgIds = [ID]) =>
    itemOfHit({ noun: 'organization', id: ID, name: 'Norra Clinic', note: '' }, me(permissions, orgIds));
  const listed = (permissions: Record<string, string[]>, phone: string) =>
    itemsOfOrganization(found(permissions), phone).map(({ kind, label, note }) => [kind, label, note]);

  test('offers in the list what its preview does: a call, a new system and its pages', () =>
    expect(listed({ system: ['read', 'create'], userorg: ['read'] }, '+1 555 0142')).toEqual([
      ['action', 'Call Norra Clinic', ''],
      ['screen', 'Norra Clinic', 'Systems'],
      ['screen', 'Norra Clinic', 'Users'],
      ['action', 'New system', 'Norra Clinic'],
    ]));
  test('offers a new system only where the person may add one, not in all that may be read', () => {
    const labels = found({ system: ['readAll', 'create'] }, ['another']).actions.map(({ label }) => label);
    expect(labels).not.toContain('New system');
  });
  test('offers no call without a phone, and nothing that the person may not do', () =>
    expect(listed({}, '')).toEqual([]));
  test('is called by a sentence in the direction of the page, even where it begins with an Arabic name', () => {
    vi.stubGlobal('document', { dir: 'ltr' });
    const name = 'مختبرات النور';
    const items = itemsOfOrganization({ ...found({}), label: name }, '1');
    const markup = renderToStaticMarkup(
      <Results
        id="x"
        groups={[{ label: 'x', items }]}
        chosen={undefined}
        term=""
        busy={false}
        onOpen={() => undefined}
      />,
    );
    expect(markup).toContain(`<bdi dir="ltr">Call \u2068${name}\u2069</bdi>`);
    vi.unstubAllGlobals();
  });
  test('has a key of its own for each', () => {
    const keys = itemsOfOrganization(found({ system: ['read', 'create'] }), '1').map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the typed words in a label', () => {
  const marked = (label: string, term: string) =>
    partsOf(label, term)
      .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
      .join('');
  test.each([
    ['Norra Clinic', 'nor', '[Nor]ra Clinic'],
    ['Norra Clinic', 'CLI nor', '[Nor]ra [Cli]nic'],
    ['Norra Clinic', 'no norra', '[Norra] Clinic'],
    ['disk (old) a.b', '( .', 'disk [(]old) a[.]b'],
    ['مختبرات النور', 'النور', 'مختبرات [النور]'],
    ['Norra', '', 'Norra'],
    ['Norra', 'x', 'Norra'],
  ])('of %j for %j are marked: %s', (label, term, text) => expect(marked(label, term)).toBe(text));
});
