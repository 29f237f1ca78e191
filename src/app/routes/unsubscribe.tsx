// The route unsubscribe: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { UnbuiltBare } from './-unbuilt.tsx';

export const Route = createFileRoute('/unsubscribe')({ staticData: { title: 'Unsubscribe' }, component: UnbuiltBare });
