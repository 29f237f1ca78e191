// The cost of one list, for every list that the contract declares: lists of names and terms without end are refused at
// once, for every caller, and the server goes on meanwhile.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyCall, inPath, makeOverSocket, type Declared } from '#tests/contract-calls.ts';
import { NO_ID, makeWorld, type Line, type World } from '#tests/world.ts';

const HELD_MS = 250;
const lists = everyCall.filter(({ call }) => call.list);
const many = <T>(length: number, of: T): T[] => Array.from({ length }, () => of);

describe('what every list refuses', () => {
  let world: World;
  let line: Line;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
    line = await world.alice.line();
  });
  afterAll(() => world.close());

  /** The refusal, and the processor time that it took: the least of some tries. */
  async function ask(declared: Declared, params: object) {
    let cpu = Infinity;
    let answer;
    for (let tried = 0; tried < 3 && cpu > HELD_MS; tried += 1) {
      const before = process.cpuUsage();
      answer = await makeOverSocket(line, declared, { ...inPath(declared, world.acme), ...params });
      const { user, system } = process.cpuUsage(before);
      cpu = Math.min(cpu, (user + system) / 1000);
    }
    return {
      status: answer?.status,
      code: answer?.body.code,
      isQuick: cpu <= HELD_MS,
      first: answer?.body.details?.[0],
    };
  }
  const refusal = (code: string, begin: string) => ({
    status: 400,
    code,
    isQuick: true,
    first: expect.stringMatching(`^${begin}`),
  });

  test.each(lists.map((declared) => [declared.id, declared] as const))('%s', async (_id, declared) => {
    const [attribute = 'id'] = Object.keys(declared.entity.record.shape);
    for (const length of [11, 45_000]) {
      expect(await ask(declared, { sort: many(length, attribute) })).toEqual(refusal('E_INVALID_CRITERIA', 'sort: '));
      expect(await ask(declared, { sort: JSON.stringify(many(length, { [attribute]: 1 })) })).toEqual(
        refusal('E_INVALID_CRITERIA', 'sort: '),
      );
    }
    for (const name of ['select', 'omit'])
      expect(await ask(declared, { [name]: many(45_000, attribute).join(',') })).toEqual(
        refusal('E_INVALID_CRITERIA', `${name}: `),
      );
    expect(await ask(declared, { populate: many(45_000, 'organization').join(',') })).toEqual(
      refusal('E_INVALID_POPULATES', 'populate: '),
    );
    expect(await ask(declared, { where: { and: many(201, { id: { '!=': NO_ID } }) } })).toEqual(
      refusal('E_INVALID_CRITERIA', 'where: '),
    );
    expect(await ask(declared, { skip: 10_001 })).toEqual(refusal('E_INVALID_CRITERIA', 'skip: '));
    expect(await ask(declared, { skip: 10_000, sort: many(10, attribute), omit: many(200, 'id') })).toMatchObject({
      status: 200,
      isQuick: true,
    });
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
