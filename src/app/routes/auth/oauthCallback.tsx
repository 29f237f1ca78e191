// The route auth/oauthCallback, where the identity provider sends the browser back.
import { createFileRoute } from '@tanstack/react-router';
import { SignOnPage } from '#app/features/auth/sign-on-page.tsx';

export const Route = createFileRoute('/auth/oauthCallback')({ component: OauthCallback });

function OauthCallback() {
  return <SignOnPage search={Route.useSearch()} />;
}
