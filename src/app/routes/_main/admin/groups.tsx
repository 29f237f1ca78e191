// The route admin/groups: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/groups')({ component: Placeholder });

function Placeholder() {
  return <PlaceholderPage title={m.shell_place_groups()} />;
}
