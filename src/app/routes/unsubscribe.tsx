// The route unsubscribe, opened by the link in an alarm email. It needs no session.
import { createFileRoute } from '@tanstack/react-router';
import { tokenSearch } from '#app/features/auth/mail-link.ts';
import { UnsubscribePage } from '#app/features/unsubscribe/unsubscribe-page.tsx';

export const Route = createFileRoute('/unsubscribe')({ validateSearch: tokenSearch, component: Unsubscribe });

function Unsubscribe() {
  const { token = '' } = Route.useSearch();
  return <UnsubscribePage token={token} />;
}
