// List parameters as clients write them. An unknown or invalid parameter is an error, never ignored.
import fc from 'fast-check';
import { parse } from 'qs';
import { describe, expect, test } from 'vitest';
import { CriteriaError, parseCriteria, parsePopulate, type Kind } from '#contract/criteria.ts';

const attributes: Record<string, Kind> = {
  id: 'text',
  name: 'text',
  size: 'int',
  active: 'bool',
  alarms: 'json',
  createdAt: 'instant',
};
const of = (params: Record<string, unknown>) => parseCriteria(params, attributes, ['strip', 'alarms']);
const wrong = (params: Record<string, unknown>) => expect(() => of(params)).toThrow(CriteriaError);

describe('list parameters', () => {
  test('without parameters the limit is 1000 and no order is set', () => {
    expect(of({})).toEqual({ where: { all: [] }, sort: [], limit: 1000, skip: 0, select: null, omit: [] });
  });

  test.each([0, 1, 999, '30', '1000'])('a limit of %j is valid', (limit) =>
    expect(of({ limit }).limit).toBe(Number(limit)),
  );
  test('a larger limit is clamped, not an error', () => expect(of({ limit: '4000' }).limit).toBe(1000));
  test.each(['-1', 'abc', '1.5', '', ['1', '2'], null, 1e300])('a limit of %j is an error', (limit) =>
    wrong({ limit }),
  );

  const both = [
    { attribute: 'name', direction: 'desc' },
    { attribute: 'size', direction: 'asc' },
  ];
  test.each([
    '[{"name":"DESC"},{"size":"ASC"}]',
    [{ name: 'DESC' }, { size: 1 }],
    ['{"name":"DESC"}', 'size'],
    { name: -1, size: 'ASC' },
    '{"name":"desc","size":1}',
    { 0: { name: 'DESC' }, 1: { size: 'ASC' } },
  ])('the order %j is understood', (sort) => expect(of({ sort }).sort).toEqual(both));
  test.each(['-name', 'name SIDEWAYS', 'alarms', 'name ASC size', '', 'constructor'])(
    'the order %j is refused',
    (sort) => wrong({ sort }),
  );

  test('an order has at most 10 terms, also where they repeat, and each attribute counts once', () => {
    expect(of({ sort: Array.from({ length: 10 }, () => 'name DESC') }).sort).toEqual([
      { attribute: 'name', direction: 'desc' },
    ]);
    expect(of({ sort: ['name', 'size DESC', 'name DESC'] }).sort).toEqual([
      { attribute: 'name', direction: 'asc' },
      { attribute: 'size', direction: 'desc' },
    ]);
    for (const length of [11, 45_000]) {
      expect(() => of({ sort: Array.from({ length }, () => 'name') })).toThrow('sort: has more than 10 terms');
      expect(() => of({ sort: JSON.stringify(Array.from({ length }, () => ({ name: 1 }))) })).toThrow(CriteriaError);
    }
  });

  test('lists of names hold each name once, and at most 200', () => {
    const many = (length: number) => Array.from({ length }, () => 'name');
    expect(of({ select: many(200), omit: many(200) })).toMatchObject({ select: ['name'], omit: ['name'] });
    wrong({ select: many(201) });
    wrong({ omit: many(201).join(',') });
    expect(parsePopulate(many(200), ['name'])).toEqual(['name']);
    expect(() => parsePopulate(many(201).join(','), ['name'])).toThrow('populate: has more than 200 names');
  });

  test('rows are skipped up to 10,000', () => {
    expect(of({ skip: 10_000 }).skip).toBe(10_000);
    expect(() => of({ skip: 10_001 })).toThrow('skip: must be at most 10000');
  });

  test('a filter may have 2000 values in all, and one more is an error', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `name ${index}`);
    const spread = { or: [{ name: many(1000) }, { name: { nin: many(999) } }] };
    expect(of({ where: { ...spread, size: 1 } }).where).toBeTypeOf('object');
    expect(() => of({ where: { ...spread, size: [1, 2] } })).toThrow('where: has more than 2000 values');
  });

  test('attributes without a column can be selected and omitted', () => {
    expect(of({ select: 'name, strip' }).select).toEqual(['name', 'strip']);
    expect(of({ omit: ['alarms', 'strip'] }).omit).toEqual(['alarms', 'strip']);
    expect(of({ select: { 0: 'name', 1: 'id' } }).select).toEqual(['name', 'id']);
  });
  test.each([
    ['2026-11-21T02:58:00.000Z', '2026-11-21T02:58:00.000Z'],
    ['2026-11-21T02:58:00Z', '2026-11-21T02:58:00.000Z'],
    ['2026-11-21T02:58Z', '2026-11-21T02:58:00.000Z'],
    ['2026-11-21T02:58:00.5Z', '2026-11-21T02:58:00.500Z'],
    ['2026-11-21T02:58:00.123456Z', '2026-11-21T02:58:00.123Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    [null, null],
  ])('the instant %j is compared as %j', (sent, value) => {
    expect(of({ createdAt: sent }).where).toEqual({ all: [{ attribute: 'createdAt', operator: '=', value }] });
    const list = { all: [{ attribute: 'createdAt', operator: 'in', value: [value] }] };
    expect(of({ where: { createdAt: [sent] } }).where).toEqual(list);
    if (sent === null) return;
    const after = { all: [{ attribute: 'createdAt', operator: '>=', value }] };
    expect(of({ where: { createdAt: { '>=': sent } } }).where).toEqual(after);
  });
  test.each([
    'yesterday',
    '',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-11-21T02:58:00+01:00',
    '2026-11',
    1e12,
    true,
  ])('what is no instant is refused where one is compared: %j', (value) => {
    wrong({ createdAt: value });
    wrong({ where: { createdAt: { '<': value } } });
    wrong({ where: { createdAt: { in: [value] } } });
  });
  test('a part of an instant is text', () => {
    const month = { attribute: 'createdAt', operator: 'startsWith', value: '2026-11' };
    expect(of({ where: { createdAt: { startsWith: '2026-11' } } }).where).toEqual({ all: [month] });
  });

  test.each(['nosuch', '', 'name,,id', ['name', { a: 1 }], { a: 'name' }, 7, 'toString'])(
    'the selection %j is refused',
    (select) => wrong({ select }),
  );

  test('both serializations of axios give the same filter', () => {
    const where = { name: { contains: 'x' }, id: ['1', '2'], or: [{ size: { '>': 5 } }, { active: true }] };
    const brackets = parse(
      'where[name][contains]=x&where[id][0]=1&where[id][1]=2&where[or][0][size][>]=5&where[or][1][active]=true',
    );
    expect(of(brackets)).toEqual(of({ where: JSON.stringify(where) }));
    expect(of({ where })).toEqual(of(brackets));
  });
  test('a filter beside the reserved names is equality, a list of values is one of them', () => {
    expect(of(parse('name[]=a&name[]=b&active=false&_csrf=x&populate=y')).where).toEqual({
      all: [
        { attribute: 'name', operator: 'in', value: ['a', 'b'] },
        { attribute: 'active', operator: '=', value: false },
      ],
    });
  });
  test('where replaces the other filters altogether', () => {
    expect(of({ where: { name: 'a' }, nosuch: 'b' }).where).toEqual(of({ name: 'a' }).where);
  });
  test.each([
    { where: 'null' },
    { where: '{' },
    { where: { 'a.b': 1 } },
    { where: { alarms: 'x' } },
    { where: { name: { like: '%' } } },
    { where: { active: 'maybe' } },
    { where: { size: 'many' } },
    { where: { name: {} } },
    { where: { or: 'x' } },
  ])('%j is refused', (params) => wrong(params));

  test('any input is parsed or fails with a message', () => {
    const keys = fc.constantFrom('where', 'sort', 'limit', 'skip', 'select', 'omit', 'name', 'size', 'or', 'and', 'in');
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue({ maxDepth: 4 })), (params) => {
        try {
          of(params);
        } catch (error) {
          expect(error).toBeInstanceOf(CriteriaError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('populate', () => {
  const known = ['user', 'system'];
  test.each([undefined, null, ''])('%j populates the default relations', (value) =>
    expect(parsePopulate(value, known)).toBeNull(),
  );
  test.each([false, 'false'])('%j populates no relation', (value) => expect(parsePopulate(value, known)).toBe(false));
  test.each(['user,system', 'user, system', '[user,system]', ['user', 'system'], { 0: 'user', 1: 'system' }])(
    '%j names both',
    (value) => expect(parsePopulate(value, known)).toEqual(['user', 'system']),
  );
  test.each(['nosuch', 'user,', 'true', true, 7, ['user', 7], { a: 'user' }, 'constructor'])(
    '%j is refused',
    (value) => {
      expect(() => parsePopulate(value, known)).toThrow(CriteriaError);
    },
  );
});
