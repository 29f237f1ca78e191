// Permissions in words: nouns, actions, and a set of them as one line.
import { reader } from '#app/device/reader.ts';
import { formatList } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type PermissionId, actionOf, modelOf } from './permission-set.ts';

/** "Systems". */
export const modelText = (model: string): string => m.groups_model({ model });

/** "systems", in a sentence. */
const nounText = (model: string): string => m.groups_noun({ model });

/** "Edit systems", "Act on alarms". */
export const permissionText = (id: PermissionId): string => {
  const [model, action] = [modelOf(id), actionOf(id)];
  return model === 'alarm' && action === 'update'
    ? m.groups_act_on_alarms()
    : m.groups_permission({ action, noun: nounText(model) });
};

/** Explains a permission in a sentence. */
export const permissionHelp = (id: PermissionId): string => m.groups_permission_help({ action: actionOf(id) });

const READS = ['read', 'readAll'];

/** "Everything", "See only", "Nothing", or the nouns that may be changed: "Alarms, systems". */
export function permissionsSummary(held: readonly PermissionId[], offered: readonly PermissionId[]): string {
  if (held.length === 0) return m.groups_nothing();
  if (offered.length > 0 && offered.every((id) => held.includes(id))) return m.groups_everything();
  const changing = new Set(held.filter((id) => !READS.includes(actionOf(id))).map(modelOf));
  if (changing.size === 0) return m.groups_see_only();
  const [first = '', ...rest] = [...changing].toSorted();
  return [modelText(first), ...rest.map(nounText)].join(', ');
}

/** The line below the name of a noun: "everything", "see only", "2 of 4", "nothing". */
export function modelNote(held: readonly PermissionId[], offered: readonly PermissionId[]): string {
  if (held.length === 0) return m.groups_note_nothing();
  if (held.length === offered.length) return m.groups_note_everything();
  if (held.every((id) => actionOf(id) === 'read')) return m.groups_note_see_only();
  return m.groups_note_count({ held: held.length, offered: offered.length });
}

const MOST_NAMES = 6;

/** Names in a row, the last ones counted: "Jonas, Priya, and 12 more". */
export function namesText(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  if (more <= 1) return formatList(names, reader());
  return formatList([...names.slice(0, MOST_NAMES), m.groups_names_more({ count: more })], reader());
}
