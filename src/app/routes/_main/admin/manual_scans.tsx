// The route admin/manual_scans: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/manual_scans')({ component: Placeholder });

function Placeholder() {
  return <PlaceholderPage title={m.shell_place_manual_scans()} />;
}
