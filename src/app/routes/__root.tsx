// The root: the skip link and the router's link for all parts.
import { Outlet, createRootRoute, lazyRouteComponent } from '@tanstack/react-router';
import { LinkContext } from '#app/ui/primitives/link.tsx';
import { SkipLink } from '#app/ui/layout/skip-link.tsx';
import { RouterLink } from '#app/features/shell/router-link.tsx';

function Root() {
  return (
    <LinkContext value={RouterLink}>
      <SkipLink />
      <Outlet />
    </LinkContext>
  );
}

export const Route = createRootRoute({
  component: Root,
  errorComponent: lazyRouteComponent(() => import('#app/features/shell/error-pages.tsx'), 'Stopped'),
});
