// The route admin/server: the server itself, for administrators.
import { createFileRoute } from '@tanstack/react-router';
import { ServerScreen } from '#app/features/server/server-screen.tsx';

export const Route = createFileRoute('/_main/admin/server')({ component: ServerScreen });
