// Writes src/app/api/call-table.gen.ts: calls, dependencies and navigation of the contract, without zod.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '#contract/index.ts';
import type { Call, Entity } from '#contract/define.ts';

const target = resolve(import.meta.dirname, '../app/api/call-table.gen.ts');

function rowOf(name: string, call: Call): string {
  const cells = [call.method, call.path, ...(call.list ? ['list'] : [])];
  return `    ${name}: [${cells.map((cell) => `'${cell}'`).join(', ')}],`;
}

function nounOf(entity: Entity): string {
  // What only a client with its key may ask would be weight for nothing.
  const asked = Object.entries(entity.calls).filter(([, call]) => call.may !== 'client');
  const rows = asked.map(([name, call]) => rowOf(name, call));
  return [`  ${entity.noun}: {`, ...rows, '  },'].join('\n');
}

/** The text of the generated file, as it should be for the contract as it is. */
export function wireTable(): string {
  const entities = Object.values(contract) as unknown as Entity[];
  const derives = entities
    .filter(({ derivesFrom }) => derivesFrom.length > 0)
    .map((entity) => `  ${entity.noun}: [${entity.derivesFrom.map((noun) => `'${noun}'`).join(', ')}],`);
  const entries = entities.flatMap(({ noun, navigation }) =>
    navigation ? [`  { noun: '${noun}', path: '${navigation.path}', section: '${navigation.section}' },`] : [],
  );
  return [
    '// Generated from the contract by src/tools/call-table.ts: what the browser needs of it. Never edited.',
    '',
    '/** noun -> call -> method, path below /api, and `list` where the answer is counted rows. */',
    'export const table = {',
    ...entities.map(nounOf),
    '} as const;',
    '',
    '/** noun -> the nouns whose changes make its records stale. */',
    'export const derivesFrom: Readonly<Record<string, readonly string[]>> = {',
    ...derives,
    '};',
    '',
    '/** The entries of the navigation; each needs `<noun>.read`. */',
    'export const navigation = [',
    ...entries,
    '] as const;',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, wireTable());
