// The home screen.
import { createFileRoute } from '@tanstack/react-router';
import { WatchPage } from '#app/features/watch/watch-page.tsx';

export const Route = createFileRoute('/_main/')({ staticData: { aside: 'none' }, component: WatchPage });
