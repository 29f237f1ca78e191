// The route admin/system: one system, its alarms and its actions.
import { createFileRoute } from '@tanstack/react-router';
import { SystemScreen } from '#app/features/systems/system-screen.tsx';

interface Search {
  id?: string;
  /** The id of the alarm to open; links of notifications have it. */
  alarm?: string | undefined;
}

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const Route = createFileRoute('/_main/admin/system/')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(text(search['id']) && { id: search['id'] }),
    ...(text(search['alarm']) && { alarm: search['alarm'] }),
  }),
  component: SystemScreen,
});
