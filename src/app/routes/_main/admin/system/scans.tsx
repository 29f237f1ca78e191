// The route admin/system/scans: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/system/scans')({
  staticData: { title: m.shell_title_system_scans },
  component: PlaceholderPage,
});
