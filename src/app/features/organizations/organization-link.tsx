// The sheet of one person of an organization: alarm mails about it, opening the person, removing the link.
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { type SheetAction, SheetActions } from '#app/ui/sheet/sheet-parts.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { useCanIn, useMayRelink } from '#app/auth/can-in.ts';
import { useCan } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { ConfirmUnlink } from '#app/features/users/confirm-unlink.tsx';
import * as m from '#text/messages.js';
import type { Link, Organization } from './organization-queries.ts';

interface LinkSheetProps {
  open: { link: Link; row: HTMLElement } | null;
  organization: Organization;
  onClose: () => void;
}

/** Makes a call and says its result, or its error. */
async function run(call: Promise<unknown>, done: string, undo?: () => void): Promise<void> {
  try {
    await call;
    flash('positive', done, undo && { action: { word: m.actions_undo(), run: undo } });
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}

const nameOf = ({ user }: Link): string => user.name || user.email;

const removedText = (link: Link, { name: organization }: Organization): string =>
  m.organizations_person_removed({ person: nameOf(link), organization });

function remove(link: Link, organization: Organization): void {
  const { user, alarmEmails } = link;
  const names = { person: nameOf(link), organization: organization.name };
  const restore = () =>
    void run(
      api.userorg.create({ user: user.id, organization: organization.id, alarmEmails }),
      m.organizations_person_added(names),
    );
  void run(api.userorg.destroy({ id: link.id }), removedText(link, organization), restore);
}

/** Sets the alarm mails of a link, and says so. */
export function setMails({ id, ...link }: Link, alarmEmails: boolean): void {
  const person = link.user.name || link.user.email;
  void run(
    api.userorg.update({ id, alarmEmails }),
    alarmEmails ? m.organizations_mails_set_on({ person }) : m.organizations_mails_set_off({ person }),
  );
}

/** The address of the person. */
export const personHref = ({ user }: Link): string => `/admin/user/settings?id=${user.id}`;

/** Returns what the row of a link leads to: the sheet only where it offers a change. */
export function useRowTarget({ id }: Organization): (link: Link) => 'sheet' | 'person' | null {
  const mayUpdate = useCanIn('userorg.update', id);
  const mayRemove = useCanIn('userorg.destroy', id);
  const mayOpen = useCan('user.read');
  const mayChange = mayUpdate || mayRemove;
  return useCallback(
    ({ manageable }) => {
      if (mayChange && manageable) return 'sheet';
      return mayOpen ? 'person' : null;
    },
    [mayChange, mayOpen],
  );
}

/** Only what the signed-in person may do. A removal without a way back is held. */
export function LinkSheet({ open, organization, onClose }: LinkSheetProps) {
  const { history } = useRouter();
  const mayUpdate = useCanIn('userorg.update', organization.id);
  const mayRemove = useCanIn('userorg.destroy', organization.id);
  const mayRestore = useMayRelink(organization.id);
  const mayOpen = useCan('user.read');
  const link = open?.link;
  const removal = m.organizations_person_remove({ organization: organization.name });
  const actions: (SheetAction | false)[] = link
    ? [
        mayRemove &&
          mayRestore && {
            icon: 'minus',
            label: removal,
            danger: true,
            onSelect: () => remove(link, organization),
          },
        mayOpen && {
          icon: 'user',
          label: m.organizations_person_open(),
          onSelect: () => history.push(personHref(link)),
        },
        mayUpdate && {
          icon: 'mail',
          label: link.alarmEmails ? m.organizations_mails_turn_off() : m.organizations_mails_turn_on(),
          note: m.organizations_mails_turn_note({ organization: organization.name }),
          onSelect: () => setMails(link, !link.alarmEmails),
        },
      ]
    : [];
  return (
    <Sheet
      open={open !== null}
      onClose={onClose}
      title={link ? nameOf(link) : ''}
      detail={link?.user.email}
      anchor={open?.row ?? null}
    >
      <SheetActions actions={actions.filter((action) => action !== false)} />
      {link && mayRemove && !mayRestore && (
        <ConfirmUnlink
          title={removal}
          call={() => api.userorg.destroy({ id: link.id })}
          onDone={() => flash('positive', removedText(link, organization))}
        />
      )}
    </Sheet>
  );
}
