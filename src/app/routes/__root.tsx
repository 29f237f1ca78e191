// The root: the skip link, the router's link for all parts, and what a missing page says.
import { Outlet, createRootRoute } from '@tanstack/react-router';
import { LinkContext } from '#app/ui/link.tsx';
import { SkipLink } from '#app/ui/screen.tsx';
import { Failed, NotFound } from './-states.tsx';
import { RouterLink } from './-router-link.tsx';

function Root() {
  return (
    <LinkContext value={RouterLink}>
      <SkipLink />
      <Outlet />
    </LinkContext>
  );
}

export const Route = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Failed });
