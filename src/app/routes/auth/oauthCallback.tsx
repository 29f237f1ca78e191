// The route auth/oauthCallback: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { UnbuiltBare } from '../-unbuilt.tsx';

export const Route = createFileRoute('/auth/oauthCallback')({
  staticData: { title: 'Single sign-on' },
  component: UnbuiltBare,
});
