// The activity on screens: entries in words, their changes, and the filters of the address.
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { setAccountZone } from '#app/device/reader.ts';
import { daysText } from '#app/features/activity/days-sheet.tsx';
import { activityParts, readActivitySearch } from '#app/features/activity/activity-search.ts';
import { type Entry, changeTexts, entryText, fieldsText, pageOfEntry } from '#app/features/activity/activity-text.ts';
import { Done } from '#contract/activity.ts';
import type { Entity } from '#contract/define.ts';
import { contract } from '#contract/index.ts';
import { fieldsOf } from '#server/entities/activity/log.ts';
import { tables } from '#server/registry.ts';
import catalogue from '#text/en/activity.json' with { type: 'json' };
import { setLanguage } from '#text/language.ts';
import * as m from '#text/messages.js';
import { parseCriteria } from '#contract/criteria.ts';
import { ID, entry } from './activity-entry.ts';

const entities: Record<string, Entity | undefined> = contract;

/** Each attribute of which the server records a change, with the values of a choice. */
function recorded() {
  return [...tables].flatMap(([noun, { activity = {} }]) =>
    fieldsOf(noun, activity.also).map((field) => {
      let schema: unknown = entities[noun]?.record.shape[field];
      while (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) schema = schema.def.innerType;
      const values = schema instanceof z.ZodMiniEnum ? schema.options.map(String) : [];
      return { noun, field, values, isReference: schema instanceof z.ZodMiniObject };
    }),
  );
}

describe('an entry', () => {
  test.each([
    [{}, 'Mia Lund changed the schedule Nightly'],
    [{ action: 'destroyed', model: 'group', name: 'Old' }, 'Mia Lund deleted the group Old'],
    [
      { action: 'lapsed', model: 'alarm', name: 'ledger-01: failed' },
      'The acknowledgement lapsed: the alarm ledger-01: failed',
    ],
    [{ actor: { kind: 'server', id: null, name: '' } }, 'Backwatch changed the schedule Nightly'],
  ] as const)('%o is a sentence', (values, text) => expect(entryText({ ...entry, ...values } as Entry)).toBe(text));

  test('every action has a sentence of its own', () => {
    const fallback = 'Mia Lund: the schedule Nightly';
    const without = Done.options.filter((action) => entryText({ ...entry, action }) === fallback);
    expect(without).toEqual([]);
  });

  test('shows each attribute as it was and as it is, and of a secret only that it changed', () => {
    const changed = [
      { field: 'alarmAfter', before: 2, after: 6 },
      { field: 'active', before: true, after: false },
      { field: 'groups', before: [], after: ['Night', 'Day'] },
      { field: 'password' },
    ];
    expect(changeTexts({ ...entry, changed })).toEqual([
      { attribute: 'alarmAfter', label: 'Alarm after', values: { was: '2 h', now: '6 h' } },
      { attribute: 'active', label: 'active', values: { was: 'Yes', now: 'No' } },
      { attribute: 'groups', label: 'groups', values: { was: 'empty', now: expect.stringContaining('Night') } },
      { attribute: 'password', label: 'password', values: null },
    ]);
    expect(fieldsText({ ...entry, changed: [...changed, { field: 'name' }, { field: 'id' }] })).toContain('2 more');
  });

  test('names attributes as the forms do, two of one field once, and others by their names', () => {
    const changed = ['active', 'reenableTime', 'tempZipLocation', 'keyConnected'].map((field) => ({ field }));
    const system = { ...entry, model: 'system', changed };
    expect(changeTexts(system).map(({ attribute, label }) => `${attribute}: ${label}`)).toEqual([
      'active: Monitored',
      'reenableTime: Monitored',
      'tempZipLocation: Scratch folder',
      'keyConnected: key in use',
    ]);
    expect(fieldsText(system)).toBe('monitoring, scratch folder, and key in use');
  });

  test('has words for every attribute of which the server records a change', () => {
    const { match } = catalogue['activity_attribute'][0]!;
    for (const [noun, { activity = {} }] of tables)
      for (const field of [...fieldsOf(noun, activity.also), ...Object.values(activity.secret ?? {})]) {
        const [change] = changeTexts({ ...entry, model: noun, changed: [{ field }] });
        if (change?.label === m.activity_attribute({ attribute: field }))
          expect(match, `${noun}.${field}`).toHaveProperty([`attribute=${field}`]);
      }
  });

  test.each([
    ['system', 'backupMethod', 'manual', 'Manuell'],
    ['system', 'kind', 'server', 'Server'],
    ['system', 'backupContent', 'files', 'Dateien'],
    ['system', 'contractStatus', 'trial', 'Testphase'],
    ['system', 'forceDue', true, 'Ein'],
    ['schedule', 'alarmAfter', 48, '2 Tage'],
    ['schedule', 'alarmAfter', 0, 'Sofort'],
    ['schedule', 'intervalUnit', 'Days', 'Tage'],
    ['schedule', 'intervalValue', 2, '2'],
    ['user', 'language', 'de', 'Deutsch'],
    ['user', 'timeZone', 'America/New_York', 'America/New York'],
    ['fileset', 'dateField', 0, 'Nicht verwendet'],
  ])('shows a %s with %s %s in the words of the form: %s', (model, field, after, text) => {
    onTestFinished(() => setLanguage('en'));
    setLanguage('de');
    const [change] = changeTexts({ ...entry, model, changed: [{ field, before: null, after }] });
    expect(change?.values).toEqual({ was: 'leer', now: text });
  });

  test('shows no value of a choice as the wire names it', () => {
    onTestFinished(() => setLanguage('en'));
    setLanguage('de');
    for (const { noun, field, values } of recorded())
      for (const after of values) {
        const [change] = changeTexts({ ...entry, model: noun, changed: [{ field, before: null, after }] });
        expect(change?.values?.now, `${noun}.${field}`).not.toBe(after);
      }
  });

  test('shows a record that another one refers to by its name', () => {
    for (const { noun, field, isReference } of recorded())
      if (isReference) {
        const changed = [{ field, before: null, after: 'Norra' }];
        expect(changeTexts({ ...entry, model: noun, changed })[0]?.values?.now, `${noun}.${field}`).toBe('Norra');
      }
  });

  test('shows permissions in words', () => {
    const changed = [{ field: 'permissions', before: [], after: ['system.update', 'backup.download'] }];
    const [change] = changeTexts({ ...entry, model: 'group', changed });
    expect(change).toEqual({
      attribute: 'permissions',
      label: 'permissions',
      values: { was: 'empty', now: 'Edit systems and Download backups' },
    });
  });

  test('leads to the page of its record while there is one', () => {
    expect(pageOfEntry(entry)).toBe(`/admin/schedule/settings?id=${ID}`);
    expect(pageOfEntry({ ...entry, action: 'destroyed' })).toBe(undefined);
    expect(pageOfEntry({ ...entry, model: 'session' })).toBe(undefined);
    expect(pageOfEntry({ ...entry, model: 'alarm', action: 'resolved' })).toBe(`/admin/alarms?alarm=${ID}`);
  });
});

describe('the filters', () => {
  test('are read from the address, and what it does not know is left out', () => {
    const given = { find: 'night', model: 'schedule', by: 'user', object: ID, sort: 'oldest', user: 'nobody', more: 1 };
    expect(readActivitySearch(given)).toEqual({
      find: 'night',
      model: 'schedule',
      by: 'user',
      object: ID,
      sort: 'oldest',
    });
    expect(readActivitySearch({ model: 'userorg' })).toEqual({ model: 'userorg' });
    expect(readActivitySearch({ model: 'secret', by: 'x', object: '1' })).toEqual({});
    expect(readActivitySearch({ from: '2026-11-18', to: '2026-11-31x' })).toEqual({ from: '2026-11-18' });
    expect(readActivitySearch({ from: 20261118, to: '2026-13-01' })).toEqual({});
  });

  test('are understood by the server', () => {
    const [part] = activityParts({
      find: 'night',
      model: 'schedule',
      by: 'user',
      object: ID,
      user: ID,
      from: '2026-11-18',
    });
    const attributes = { name: 'text', model: 'text', by: 'text', object: 'id', user: 'id' } as const;
    expect(() =>
      parseCriteria({ where: JSON.stringify(part?.where), sort: part?.sort }, { ...attributes, createdAt: 'instant' }),
    ).not.toThrow();
    expect(part?.where).toMatchObject({ model: 'schedule', by: 'user', object: ID, user: ID });
  });

  test('of days are whole days of the reader, and a side that is left out is open', () => {
    setAccountZone(() => 'Europe/Berlin');
    const within = (days: object) => activityParts(days)[0]?.where['createdAt'];
    const oneDay = { '>=': '2026-10-24T22:00:00.000Z', '<': '2026-10-25T23:00:00.000Z' };
    expect(within({ from: '2026-10-25', to: '2026-10-25' })).toEqual(oneDay);
    expect(within({ to: '2026-10-25' })).toEqual({ '<': oneDay['<'] });
    expect(within({})).toBe(undefined);
    setAccountZone(() => '');
  });

  test('of days are named by their dates', () => {
    const now = Date.parse('2026-11-27T12:00:00Z');
    expect(daysText({ from: '2026-11-20', to: '2026-11-20' }, now)).toBe('Nov 20');
    expect(daysText({ from: '2025-12-30', to: '2026-01-02' }, now)).toBe('Dec 30, 2025 – Jan 2');
    expect([daysText({ from: '2026-11-20' }, now), daysText({ to: '2026-11-20' }, now)]).toEqual([
      'Nov 20 –',
      '– Nov 20',
    ]);
  });
});
