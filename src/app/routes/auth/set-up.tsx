// The route auth/set-up, opened by the link that the server prints at its first start.
import { createFileRoute } from '@tanstack/react-router';
import { tokenSearch } from '#app/features/auth/mail-link.ts';
import { SetUpPage } from '#app/features/auth/set-up-page.tsx';

export const Route = createFileRoute('/auth/set-up')({ validateSearch: tokenSearch, component: SetUp });

function SetUp() {
  return <SetUpPage token={Route.useSearch().token} />;
}
