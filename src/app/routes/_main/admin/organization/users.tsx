// The route admin/organization/users: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/organization/users')({ component: Placeholder });

function Placeholder() {
  return <PlaceholderPage title={m.shell_title_organization_users()} />;
}
