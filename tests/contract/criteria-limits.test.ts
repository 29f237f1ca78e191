// Boundaries of list parameters: what is still taken, what is refused by which sentence, and how each kind is read.
import { describe, expect, test } from 'vitest';
import { also, parseCriteria, parsePage, parsePopulate, type Kind } from '#contract/criteria.ts';

const attributes: Record<string, Kind> = {
  id: 'id',
  name: 'text',
  size: 'int',
  active: 'bool',
  alarms: 'json',
  createdAt: 'instant',
};
const ID = '019a0000-0000-7000-8000-000000000000';
const of = (params: Record<string, unknown>) => parseCriteria(params, attributes, ['strip']);
const filter = (where: unknown) => of({ where }).where;
const term = (attribute: string, value: unknown) => (filter({ [attribute]: value }) as { all: unknown[] }).all[0];
const valueOf = (attribute: string, value: unknown) => (term(attribute, value) as { value: unknown }).value;
const list = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
const nested = (depth: number): object => (depth === 1 ? { name: 'x' } : { and: [nested(depth - 1)] });

describe('a filter is refused', () => {
  test.each<[string, unknown, string]>([
    ['that is a number', 7, 'where: must be an object'],
    ['that is a list', [], 'where: must be an object'],
    ['that is no JSON', '{name', 'where: is not valid JSON'],
    ['by what does not exist', { nose: 1 }, 'where.nose: does not exist'],
    ['by what is inherited', { constructor: 1 }, 'where.constructor: does not exist'],
    ['by what cannot be compared', { alarms: 1 }, 'where.alarms: does not exist'],
    ['that is nested too deep', nested(7), 'where: is nested deeper than 6 levels'],
    ['of too many terms', { or: list(201, () => ({ name: 'x' })) }, 'where: has more than 200 terms'],
    ['of too many items', { name: list(1001, String) }, 'has more than 1000 items'],
    [
      'of too many values',
      { name: list(1000, String), size: list(1000, Number), active: true },
      'more than 2000 values',
    ],
    ['of parts that are none', { or: ['x'] }, 'where.or: must be a list of objects'],
    ['of a part that is no list', { and: 'x' }, 'and: must be a list'],
    ['without a modifier', { name: {} }, 'where.name: needs a modifier'],
    ['by an unknown modifier', { name: { like: 'x' } }, 'where.name: `like` is not a modifier'],
    ['by a part of a number', { size: { contains: '1' } }, 'where.size: `contains` is only supported for text'],
    ['by a part of a switch', { active: { startsWith: 't' } }, 'is only supported for text'],
    ['by nothing that is smaller', { name: { '<': null } }, 'where.name: null cannot be compared with `<`'],
    ['by nothing that is contained', { name: { contains: null } }, 'null cannot be compared with `contains`'],
    ['of text that is too long', { name: 'x'.repeat(1001) }, 'where.name: text is longer than 1000 characters'],
    ['of text with NUL', { name: 'a\0b' }, 'where.name: must not contain NUL'],
    ['of a switch that is neither', { active: 'yes' }, 'where.active: must be true or false'],
    ['of a switch that is two', { active: 2 }, 'where.active: must be true or false'],
    ['of a number that is none', { size: 'big' }, 'where.size: must be a number'],
    ['of a number that is blank', { size: ' ' }, 'where.size: must be a number'],
    ['of a number that is a switch', { size: true }, 'where.size: must be a number'],
    ['of a moment that is none', { createdAt: 'yesterday' }, 'where.createdAt: must be an instant'],
    ['of a moment that is a number', { createdAt: 7 }, 'where.createdAt: must be an instant'],
    ['of an id that is none', { id: 'x' }, 'where.id: must be an id'],
    ['of an id with more before it', { id: `x${ID}` }, 'where.id: must be an id'],
    ['of an id with more after it', { id: `${ID}x` }, 'where.id: must be an id'],
    ['of an id that is a number', { id: 7 }, 'where.id: must be an id'],
    ['of text that is a switch', { name: true }, 'where.name: must be text'],
    ['of text that is an object', { name: { '=': { a: 1 } } }, 'where.name: must be text'],
  ])('%s', (_name, where, message) => expect(() => filter(where)).toThrow(message));

  test('up to its limits it is none of that', () => {
    expect(() => filter(nested(6))).not.toThrow();
    expect(() => filter({ or: list(199, () => ({ name: 'x' })) })).not.toThrow();
    expect(() => filter({ name: list(1000, String), size: list(1000, Number) })).not.toThrow();
    expect(() => filter({ name: 'x'.repeat(1000) })).not.toThrow();
  });
});

describe('a value is read by the kind of its attribute', () => {
  test.each<[string, unknown, unknown]>([
    ['active', true, true],
    ['active', 'true', true],
    ['active', 1, true],
    ['active', '1', true],
    ['active', false, false],
    ['active', 'false', false],
    ['active', 0, false],
    ['active', '0', false],
    ['size', '7', 7],
    ['size', -2.5, -2.5],
    ['name', 7, '7'],
    ['name', 'x', 'x'],
    ['id', ID, ID],
    ['createdAt', '2026-11-21T02:58Z', '2026-11-21T02:58:00.000Z'],
    ['name', null, null],
  ])('%s of %j', (attribute, value, expected) => expect(valueOf(attribute, value)).toBe(expected));

  test('lists are sought in, or kept out; also where a query made them objects', () => {
    expect(term('name', ['a', 'b'])).toEqual({ attribute: 'name', operator: 'in', value: ['a', 'b'] });
    expect(term('name', { 0: 'a', 1: 'b' })).toEqual({ attribute: 'name', operator: 'in', value: ['a', 'b'] });
    expect(term('name', { in: { 0: 'a' } })).toEqual({ attribute: 'name', operator: 'in', value: ['a'] });
    for (const modifier of ['!', '!=', 'nin'])
      for (const operand of [['a'], { 0: 'a' }])
        expect(term('name', { [modifier]: operand })).toEqual({ attribute: 'name', operator: 'nin', value: ['a'] });
    expect(term('name', { '!': 'a' })).toEqual({ attribute: 'name', operator: '!=', value: 'a' });
    expect(term('name', { '!=': null })).toEqual({ attribute: 'name', operator: '!=', value: null });
    expect(term('name', { '=': null })).toEqual({ attribute: 'name', operator: '=', value: null });
    expect(() => term('name', { 1: 'a' })).toThrow('`1` is not a modifier');
    expect(() => term('name', { 0: 'a', x: 'b' })).toThrow('is not a modifier');
    expect(() => term('name', { '<': ['a'] })).toThrow('must be text');
  });

  test('an id that another is compared with need not be one; the same id is', () => {
    expect(term('id', { '>': '019a' })).toEqual({ attribute: 'id', operator: '>', value: '019a' });
    expect(term('id', { startsWith: '019a' })).toMatchObject({ operator: 'startsWith', value: '019a' });
    expect(() => term('id', { '!=': '019a' })).toThrow('must be an id');
    expect(term('createdAt', { startsWith: '2026-11' })).toMatchObject({ value: '2026-11' });
  });

  test('or joins any, and joins all', () => {
    const parts = [{ name: 'a' }, { size: 1 }];
    const read = [
      { all: [{ attribute: 'name', operator: '=', value: 'a' }] },
      { all: [{ attribute: 'size', operator: '=', value: 1 }] },
    ];
    expect(filter({ or: parts })).toEqual({ all: [{ any: read }] });
    expect(filter({ and: parts })).toEqual({ all: [{ all: read }] });
  });
});

describe('pages and orders', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ skip: 10_001 }, 'skip: must be at most 10000'],
    [{ skip: -1 }, 'skip: must be a whole number, 0 or more'],
    [{ limit: '1x' }, 'limit: must be a whole number'],
    [{ limit: 'x1' }, 'limit: must be a whole number'],
    [{ limit: true }, 'limit: must be a whole number'],
    [{ wher: 1 }, 'wher: is not a known parameter'],
  ])('%j is refused', (params, message) => expect(() => parsePage(params)).toThrow(message));

  test('a page ends where offsets end, and its token is none of its parameters', () => {
    expect(parsePage({ skip: 10_000, limit: Number.MAX_SAFE_INTEGER, _csrf: 't' })).toEqual({
      limit: 1000,
      skip: 10_000,
    });
    expect(parsePage({ skip: '0' })).toEqual({ limit: 1000, skip: 0 });
  });

  test.each<[unknown, string]>([
    [7, 'sort: must name an attribute'],
    ['nose', 'the attribute `nose` does not exist'],
    ['alarms', 'the attribute `alarms` does not exist or cannot be sorted'],
    ['name ASC now', 'the attribute `name` does not exist or cannot be sorted'],
    ['name up', 'sort: the direction must be ASC or DESC'],
    ['[name', 'where: is not valid JSON'],
    [list(11, () => 'name'), 'sort: has more than 10 terms'],
    [[Object.fromEntries(list(11, (index) => [`a${index}`, 1]))], 'the attribute `a0` does not exist'],
  ])('an order by %j is refused', (sort, message) => expect(() => of({ sort })).toThrow(message));

  test('an order is read from text, JSON, lists and objects', () => {
    const [asc, desc] = [
      { attribute: 'name', direction: 'asc' },
      { attribute: 'size', direction: 'desc' },
    ];
    expect(of({ sort: '  name  ' }).sort).toEqual([asc]);
    expect(of({ sort: 'size   DESC' }).sort).toEqual([desc]);
    expect(of({ sort: ' [{"name":1},{"size":-1}]' }).sort).toEqual([asc, desc]);
    expect(of({ sort: [' {"name":"asc"}', 'size desc'] }).sort).toEqual([asc, desc]);
    expect(of({ sort: { 0: 'name', 1: 'size desc' } }).sort).toEqual([asc, desc]);
    expect(of({ sort: list(10, () => 'name') }).sort).toEqual([asc]);
  });

  test('names are trimmed, and each is there once', () => {
    expect(of({ select: ' name , size,name', omit: { 0: 'strip' } })).toMatchObject({
      select: ['name', 'size'],
      omit: ['strip'],
    });
    expect(() => of({ select: list(201, () => 'name') })).toThrow('select: has more than 200 names');
    expect(of({ select: list(200, () => 'name') }).select).toEqual(['name']);
    expect(() => of({ omit: 7 })).toThrow('omit: must be a list of attributes');
    expect(() => of({ select: [7] })).toThrow('select: there is no attribute ``');
    expect(() => of({ select: 'x'.repeat(300) })).toThrow(new RegExp(`no attribute \`x{100}\`$`));
    expect(parsePopulate(' [a, b] ', ['a', 'b'])).toEqual(['a', 'b']);
    expect(() => parsePopulate('x[a]', ['a'])).toThrow('populate: there is no relation `x[a]`');
    expect(() => parsePopulate('[a]x', ['a'])).toThrow('populate: there is no relation `[a]x`');
    expect(() => parsePopulate('y'.repeat(300), ['a'])).toThrow(new RegExp(`no relation \`y{100}\`$`));
    expect([parsePopulate('', []), parsePopulate(null, []), parsePopulate(false, [])]).toEqual([null, null, false]);
  });
});

test('one more term is joined to what was asked, which stays known', () => {
  const asked = of({ where: { name: 'a' } });
  const more = { attribute: 'size', operator: '=', value: 1 } as const;
  const once = also(asked, more);
  expect(once).toEqual({ ...asked, where: { all: [asked.where, more] }, asked: asked.where });
  expect(also(once, more)).toEqual({ ...asked, where: { all: [once.where, more] }, asked: asked.where });
});
