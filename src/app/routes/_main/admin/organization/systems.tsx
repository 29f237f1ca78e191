// The route admin/organization/systems: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/organization/systems')({ component: Placeholder });

function Placeholder() {
  return <PlaceholderPage title={m.shell_title_organization_systems()} />;
}
