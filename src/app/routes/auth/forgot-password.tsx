// The route auth/forgot-password: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { UnbuiltBare } from '../-unbuilt.tsx';

export const Route = createFileRoute('/auth/forgot-password')({
  staticData: { title: 'Forgot password' },
  component: UnbuiltBare,
});
