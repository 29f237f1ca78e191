// The root: the skip link and the router's link for all parts.
import { Outlet, createRootRoute } from '@tanstack/react-router';
import { LinkContext } from '#app/ui/link.tsx';
import { SkipLink } from '#app/ui/skip-link.tsx';
import { RouterLink } from './-router-link.tsx';

function Root() {
  return (
    <LinkContext value={RouterLink}>
      <SkipLink />
      <Outlet />
    </LinkContext>
  );
}

export const Route = createRootRoute({ component: Root });
