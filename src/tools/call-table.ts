// The call table of the app: calls with their errors, dependencies and navigation, without zod.
import { contract } from '#contract/index.ts';
import type { Call, Entity } from '#contract/define.ts';

/** Where it stands in the checkout. */
export const CALL_TABLE = 'src/app/api/call-table.gen.ts';

function rowOf(name: string, call: Call): string {
  const changingGet = call.method === 'GET' && call.changes;
  const cells = [call.method, call.path, ...(call.list ? ['list'] : changingGet ? ['write'] : [])];
  return `    ${name}: [${cells.map((cell) => `'${cell}'`).join(', ')}],`;
}

/** Calls that other programs make and no screen does. One that a screen needs is a type error there. */
const CALLS_WITHOUT_SCREEN = new Set([
  'activity.get',
  'app.subscribe',
  'app.unsubscribe',
  'backup.get',
  'client.exeLink',
  'client.makeExe',
  'group.grant',
  'group.revoke',
  'organization.health',
  'organization.healthStatus',
  'organization.uploadKeys',
  'system.alarms',
  'system.deleteBackup',
  'system.kindCheck',
  'system.notBackedup',
  'system.overdue',
  'system.purge',
  'system.rescanAlarms',
  'system.versionScan',
  'usergroup.destroy',
  'usergroup.get',
  'usergroup.list',
  'userorg.destroyPair',
  'userorg.get',
  'userorg.oneClick',
]);

// The app would carry these, and the calls of agents, for nothing.
const callsOf = ({ noun, calls }: Entity) =>
  Object.entries(calls).filter(([name, { may }]) => may !== 'client' && !CALLS_WITHOUT_SCREEN.has(`${noun}.${name}`));

function nounOf(entity: Entity): string {
  const rows = callsOf(entity).map(([name, call]) => rowOf(name, call));
  return [`  ${entity.noun}: {`, ...rows, '  },'].join('\n');
}

function errorsOf(entity: Entity): string[] {
  const rows = callsOf(entity)
    .filter(([, call]) => call.errors.length > 0)
    .map(([name, call]) => `    ${name}: ${call.errors.map((code) => `'${code}'`).join(' | ')};`);
  return rows.length === 0 ? [] : [`  ${entity.noun}: {`, ...rows, '  };'];
}

/** The text of the generated file, as it should be for the contract as it is. */
export function callTable(): string {
  const entities = Object.values(contract) as unknown as Entity[];
  const known = new Set(entities.flatMap(({ noun, calls }) => Object.keys(calls).map((name) => `${noun}.${name}`)));
  const unknown = [...CALLS_WITHOUT_SCREEN].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`The contract has no ${unknown.join(', ')}.`);
  const derives = entities
    .filter(({ derivesFrom }) => derivesFrom.length > 0)
    .map((entity) => `  ${entity.noun}: [${entity.derivesFrom.map((noun) => `'${noun}'`).join(', ')}],`);
  const entries = entities.flatMap(({ noun, navigation }) =>
    navigation ? [`  { noun: '${noun}', path: '${navigation.path}', section: '${navigation.section}' },`] : [],
  );
  return [
    '// Generated from the contract by `npm run generate`: what the app needs of it. Do not edit.',
    '',
    '/** noun -> call -> method, path below /api, `list` for lists with a total, `write` for a GET that changes something. */',
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
    '/** noun -> call -> the error codes that the call declares. Types only. */',
    'export interface CallErrors {',
    ...entities.flatMap(errorsOf),
    '}',
    '',
  ].join('\n');
}
