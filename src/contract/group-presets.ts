// The permissions of the four groups of the first start, which the matrix of a group offers as presets.
import type { NounPresets } from './define.ts';

/** The names of the presets, from the fewest permissions to all. */
export const groupPresets = ['viewer', 'onCall', 'organizationAdministrator', 'everything'] as const;
/** The name of a preset. */
export type GroupPreset = (typeof groupPresets)[number];

/** Returns whether a preset grants a permission. `presets` are the declarations by noun. */
export function isInPreset(
  presets: Readonly<Partial<Record<string, NounPresets>>>,
  preset: GroupPreset,
  { model, action }: { readonly model: string; readonly action: string },
): boolean {
  if (preset === 'everything') return true;
  const actions: readonly string[] | undefined = presets[model]?.[preset];
  return actions?.includes(action) ?? (preset === 'organizationAdministrator' && action !== 'readAll');
}
