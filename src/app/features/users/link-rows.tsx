// The links of a user to organizations: a box for the alarm mails of each, and a sheet that opens or ends the link.
import { useRef, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { RowTarget } from '#app/ui/layout/row-target.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { linesOf } from '#app/ui/list/list-lines.ts';
import { useSearchKeys } from '#app/ui/list/use-search-keys.ts';
import { CheckBox } from '#app/ui/primitives/check-box.tsx';
import { type SheetAction, SheetActions } from '#app/ui/sheet/sheet-parts.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { flash } from '#app/device/flash.ts';
import { mayIn, useMayRelink } from '#app/auth/can-in.ts';
import { useMe } from '#app/auth/me.ts';
import { personName } from '#contract/person-name.ts';
import * as m from '#text/messages.js';
import { ConfirmUnlink } from './confirm-unlink.tsx';
import { readUser, saying } from './saying.ts';
import type { User } from './user-kind.ts';

type Link = NonNullable<User['organization']>[number];

const hrefOf = ({ id }: Link): string => `/admin/organization/systems?id=${id}`;

/** More rows than anybody reads: a search narrows them. */
const MOST = 200;

/** No row is waited for. */
const allDrawn = { current: { lines: linesOf([]), scrollToLine: () => undefined } };

/** Links are shown to those who see their organizations. With alarm mails off the boxes are text: they decide nothing. */
export function LinkRows({ user, links, searchId }: { user: User; links: readonly Link[]; searchId: string }) {
  const root = useRef<HTMLUListElement>(null);
  useSearchKeys(root, allDrawn, { searchId, placeId: user.id });
  useHotkeys({ '/': () => document.getElementById(searchId)?.focus() });
  const [open, setOpen] = useState<{ link: Link; anchor: HTMLElement } | null>(null);
  const me = useMe();
  const may = (action: 'update' | 'destroy', { id, manageable }: Link) =>
    manageable && me !== null && mayIn(me, `userorg.${action}`, id);
  const toggle = ({ userorg, alarmEmails, name }: Link) =>
    void saying(
      api.userorg.update({ id: userorg, alarmEmails: !alarmEmails }),
      alarmEmails ? m.users_mails_off({ organization: name }) : m.users_mails_on({ organization: name }),
      user.id,
    );
  return (
    <>
      <ul ref={root} className="mx-3 rounded-card bg-s1 [&>li+li]:border-t [&>li+li]:border-line">
        {links.slice(0, MOST).map((link, position) => (
          <li key={link.userorg} data-position={position} className="flex items-stretch">
            <RowTarget
              className="min-h-14 min-w-0 flex-1 px-4 py-2 text-start wrap-anywhere"
              onPress={may('destroy', link) && ((anchor) => setOpen({ link, anchor }))}
              to={hrefOf(link)}
            >
              <span dir="auto" className="block font-[650]">
                {link.name}
              </span>
              {!link.active && <small className="block text-secondary text-text3">{m.systems_state_paused()}</small>}
            </RowTarget>
            {user.alarmEmails && may('update', link) ? (
              <button
                type="button"
                role="checkbox"
                aria-checked={link.alarmEmails}
                aria-label={m.users_mails_of({ organization: link.name })}
                className="grid w-15 flex-none place-items-center"
                onClick={() => toggle(link)}
              >
                <CheckBox checked={link.alarmEmails} />
              </button>
            ) : (
              <span className="flex flex-none items-center px-4 text-text3">
                {user.alarmEmails && link.alarmEmails ? m.forms_on() : m.forms_off()}
              </span>
            )}
          </li>
        ))}
      </ul>
      {links.length > MOST && (
        <p className="px-4 pt-3 text-text2">{m.users_links_more({ count: links.length - MOST })}</p>
      )}
      {links.length === 0 && <p className="px-4 text-text2">{m.users_links_none_found()}</p>}
      <Sheet
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open?.link.name ?? ''}
        anchor={open?.anchor ?? null}
      >
        {open && <LinkActions user={user} link={open.link} />}
      </Sheet>
    </>
  );
}

function unlink({ id: user }: User, { id: organization, userorg, alarmEmails, name }: Link): void {
  const restore = () =>
    void saying(api.userorg.create({ user, organization, alarmEmails }), m.users_linked({ organization: name }), user);
  void saying(api.userorg.destroy({ id: userorg }), m.users_unlinked({ organization: name }), user, restore);
}

/** Opened only by those who may remove the link. A removal without a way back is held. */
function LinkActions({ user, link }: { user: User; link: Link }) {
  const { history } = useRouter();
  const mayRestore = useMayRelink(link.id);
  const note = m.users_unlink_note({ name: user.firstName || personName(user) });
  const actions: SheetAction[] = [
    {
      icon: 'building',
      label: m.users_open_organization(),
      onSelect: () => history.push(hrefOf(link)),
    },
  ];
  if (mayRestore)
    actions.push({
      icon: 'minus',
      label: m.users_unlink(),
      note,
      danger: true,
      onSelect: () => unlink(user, link),
    });
  return (
    <>
      <SheetActions actions={actions} />
      {!mayRestore && (
        <ConfirmUnlink
          title={m.users_unlink()}
          note={note}
          call={() => api.userorg.destroy({ id: link.userorg })}
          onDone={() => {
            flash('positive', m.users_unlinked({ organization: link.name }));
            void readUser(user.id);
          }}
        />
      )}
    </>
  );
}
