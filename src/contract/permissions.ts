// Permission checks, shared by the server, which rejects, and the screens, which hide.
import type { Action, Call } from './define.ts';

/** The rights of a user; `Me` of session.ts contains them. */
export interface Rights {
  /** Actions by model, the union over the user's groups. */
  permissions: Readonly<Record<string, readonly string[]>>;
  /** Grants access to every organization. */
  allOrganizations: boolean;
  orgIds: readonly string[];
}

/** Returns whether the rights include `model.action`; `readAll` includes `read`. */
export function may(rights: Rights, permission: `${string}.${Action}`): boolean {
  const [model = '', action = ''] = permission.split('.');
  const held = rights.permissions[model] ?? [];
  return held.includes(action) || (action === 'read' && held.includes('readAll'));
}

/** Returns whether the user looks after the installation: may change users in every organization. */
export const isAdministrator = (rights: Rights): boolean => rights.allOrganizations && may(rights, 'user.update');

/** Returns the organizations in which the rights apply to a model: 'all', or their ids. */
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

/** Describes the required permission of a call for the API documents, in Markdown. */
export const whoMay = ({ may: who, client }: Pick<Call, 'may' | 'client'>): string =>
  WHO[who] ?? `\`${who}\`${client ? ', or a client' : ''}`;
