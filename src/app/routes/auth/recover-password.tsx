// The route auth/recover-password: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { UnbuiltBare } from '../-unbuilt.tsx';

export const Route = createFileRoute('/auth/recover-password')({
  staticData: { title: 'New password' },
  component: UnbuiltBare,
});
