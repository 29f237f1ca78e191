// The groups of the first start.
import type { Unit } from '#server/kernel/unit.ts';
import { permissions } from './people.ts';

const WATCHED = ['organization', 'system', 'fileset', 'backup', 'alarm', 'schedule', 'retention', 'scanresult'];

/** Makes those that are missing; answers the ids by name. */
export async function firstGroups(unit: Unit): Promise<Record<string, string>> {
  const grants = (allowed: (model: string, action: string) => boolean) =>
    permissions.filter(({ model, action }) => allowed(model, action)).map(({ model, action }) => ({ model, action }));
  const wanted = {
    Administrators: grants(() => true),
    'Organization administrators': grants(
      (model, action) => action !== 'readAll' && (action === 'read' || model !== 'group'),
    ),
    'On-call': grants(
      (model, action) =>
        WATCHED.includes(model) &&
        (action === 'read' ||
          action === 'download' ||
          (action === 'update' && (model === 'alarm' || model === 'system'))),
    ),
    Viewers: grants((model, action) => WATCHED.includes(model) && action === 'read'),
  };
  const ids: Record<string, string> = {};
  for (const [name, list] of Object.entries(wanted)) {
    const known = await unit.findBy('group', { name });
    ids[name] = String((known ?? (await unit.insert('group', { name, permissions: list })))['id']);
  }
  return ids;
}
