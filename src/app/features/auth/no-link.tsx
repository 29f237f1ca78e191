// The page of an emailed link that lost its token on the way.
import type { ReactNode } from 'react';
import * as m from '#text/messages.js';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';

/** `children` offer a new link. */
export function NoLink({ children }: { children: ReactNode }) {
  return (
    <AuthLayout title={m.auth_link_incomplete()} line={m.auth_link_incomplete_line()}>
      {children}
    </AuthLayout>
  );
}
