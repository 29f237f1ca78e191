// Who may do what: the server refuses with it, the screen hides with it.
import type { Action, Call } from './define.ts';

export interface Rights {
  /** model -> actions, the union over the person's groups. */
  permissions: Readonly<Record<string, readonly string[]>>;
  /** May see and edit every organization. */
  allOrganizations: boolean;
  orgIds: readonly string[];
}

/** Whether the rights hold `model.action`; `readAll` contains `read`. */
export function may(rights: Rights, permission: `${string}.${Action}`): boolean {
  const [model = '', action = ''] = permission.split('.');
  const held = rights.permissions[model] ?? [];
  return held.includes(action) || (action === 'read' && held.includes('readAll'));
}

/** The organizations in which the rights hold for a model: every one, or those listed. */
export function scopeOf(rights: Rights, model: string, action: Action): 'all' | readonly string[] {
  if (rights.allOrganizations) return 'all';
  const reading = action === 'read' || action === 'readAll';
  return reading && (rights.permissions[model] ?? []).includes('readAll') ? 'all' : rights.orgIds;
}

const WHO: Record<string, string> = {
  public: 'everybody',
  session: 'signed in',
  client: 'a client',
};

/** Who may make a call, in words for documents; a permission stands in backquotes. */
export const whoMay = ({ may: who, client }: Pick<Call, 'may' | 'client'>): string =>
  WHO[who] ?? `\`${who}\`${client ? ', or a client' : ''}`;
