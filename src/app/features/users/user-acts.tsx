// The acts below the settings of a user: mail a link, deactivate or activate, delete.
import { useState } from 'react';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useMe } from '#app/auth/me.ts';
import { ActivityLink } from '#app/features/shell/activity-link.tsx';
import { DeleteRecord } from '#app/features/shell/delete-record.tsx';
import { personName } from '#contract/person-name.ts';
import { user as userEntity } from '#contract/user.ts';
import * as m from '#text/messages.js';
import { DeactivateSheet } from './deactivate-sheet.tsx';
import { USERS, type User } from './user-kind.ts';
import { Initials } from './user-row.tsx';

/** Sends a mail by `call`, and says so. */
async function mail(call: Promise<unknown>, done: string): Promise<void> {
  try {
    await call;
    flash('positive', done);
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}

async function activate({ id, ...user }: User): Promise<void> {
  await mail(api.user.update({ id, active: true }), m.users_activated({ name: personName(user) }));
}

interface UserActsProps {
  user: User;
  /** See `DeleteRecord`. */
  onDeleting: (user: User | null) => void;
  /** Gives the open edit up. */
  onLeave: () => void;
}

/** Nothing for the own account: it is changed by its person. */
export function UserActs({ user, onDeleting, onLeave }: UserActsProps) {
  const me = useMe();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (me === null) return null;
  const { id, email } = user;
  const name = personName(user);
  if (me.id === user.id) return <ActivityLink record={user} person={name} />;
  return (
    <>
      <Rows label={m.users_acts()}>
        {user.active && user.emailConfirmedAt === null && (
          <LinkRow
            icon="send"
            label={m.users_send_again()}
            note={email}
            onPress={() => void mail(api.user.sendLink({ id, purpose: 'confirm' }), m.users_invitation_sent({ email }))}
          />
        )}
        {user.active && user.emailConfirmedAt !== null && (
          <LinkRow
            icon="key"
            label={m.users_send_reset()}
            note={email}
            onPress={() => void mail(api.user.sendLink({ id, purpose: 'reset' }), m.users_reset_sent({ email }))}
          />
        )}
        {user.active ? (
          <LinkRow
            icon="logout"
            label={<span className="text-misstext">{m.users_deactivate()}</span>}
            note={m.users_deactivate_note()}
            onPress={setAnchor}
          />
        ) : (
          <LinkRow
            icon="check"
            label={m.users_activate()}
            note={m.users_activate_note()}
            onPress={() => void activate(user)}
          />
        )}
      </Rows>
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        title={m.users_deactivate_title({ name })}
        detail={m.users_deactivate_detail({ count: user.phones.length })}
        badge={<Initials user={user} large />}
        anchor={anchor}
      >
        <DeactivateSheet user={user} />
      </Sheet>
      <ActivityLink record={user} person={name} />
      <DeleteUser user={user} onDeleting={onDeleting} onLeave={onLeave} />
    </>
  );
}

const deleting = {
  entity: userEntity,
  calls: api.user,
  listHref: USERS,
  deleteAsksName: true,
  allows: (_me: unknown, user: (User & { name: string }) | null) => user?.manageable === true,
  texts: () => ({
    list: m.shell_place_users(),
    one: m.users_title_one(),
    add: m.users_invite(),
    save: m.users_save(),
    notLoaded: m.users_not_loaded(),
    remove: m.users_delete(),
    removeDetail: () => m.users_delete_detail(),
  }),
};

function DeleteUser({ user, onDeleting, onLeave }: UserActsProps) {
  const record = { ...user, name: personName(user) };
  return <DeleteRecord kind={deleting} record={record} onDeleting={onDeleting} onDeleted={onLeave} />;
}
