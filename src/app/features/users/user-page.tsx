// The frame of the pages of one user: loading, not found, not allowed, and the user once the answer is there.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useCan } from '#app/auth/me.ts';
import { NotFound } from '#app/features/shell/error-pages.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { isGone } from '#app/features/shell/is-gone.ts';
import * as m from '#text/messages.js';
import { type User, userPage, userQuery } from './user-kind.ts';

interface UserPageProps {
  id: string | undefined;
  /** Draws its own page. `onDeleting`: see `DeleteRecord`. */
  children: (user: User, onDeleting: (user: User | null) => void) => ReactNode;
}

/** `children` is drawn with the user. */
export function UserPage({ id, children }: UserPageProps) {
  return id === undefined ? <NotFound /> : <Loaded id={id}>{children}</Loaded>;
}

function Loaded({ id, children }: UserPageProps & { id: string }) {
  const query = useQuery({ ...userQuery(id), enabled: useCan('user.read') });
  // Deleting takes the user out of the cache before the page is left.
  const [deleting, setDeleting] = useState<User | null>(null);
  const user = query.data ?? deleting;
  if (user) return children(user, setDeleting);
  if (isGone(query.error)) return <NotFound />;
  return (
    <RecordPage title={m.users_title_one()} {...userPage()}>
      <Unanswered title={m.users_not_loaded()} forbidden={m.users_forbidden()} query={query} />
    </RecordPage>
  );
}
