// The route auth/confirm-email: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { UnbuiltBare } from '../-unbuilt.tsx';

export const Route = createFileRoute('/auth/confirm-email')({
  staticData: { title: 'Confirm email' },
  component: UnbuiltBare,
});
