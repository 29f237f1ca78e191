// The preset table of the app: what the presets of groups grant by noun, without zod.
import { contract } from '#contract/index.ts';

/** Where it stands in the checkout. */
export const PRESET_TABLE = 'src/app/features/groups/preset-table.gen.ts';

/** The text of the generated file, as it should be for the contract as it is. */
export function presetTable(): string {
  const rows = Object.values(contract).flatMap(({ noun, presets }) => {
    const cells = Object.entries(presets).map(
      ([preset, actions]) => `${preset}: [${actions.map((action) => `'${action}'`).join(', ')}]`,
    );
    return cells.length === 0 ? [] : [`  ${noun}: { ${cells.join(', ')} },`];
  });
  return [
    '// Generated from the contract by `npm run generate`: the permissions of the presets. Do not edit.',
    "import type { NounPresets } from '#contract/define.ts';",
    '',
    '/** noun -> preset -> the actions that it grants. */',
    'export const presets: Readonly<Partial<Record<string, NounPresets>>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
