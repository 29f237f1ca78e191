// The home screen.
import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#app/features/first-run/home-page.tsx';

export const Route = createFileRoute('/_main/')({ staticData: { aside: 'none' }, component: HomePage });
