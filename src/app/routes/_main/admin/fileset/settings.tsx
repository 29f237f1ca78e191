// The route admin/fileset/settings: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/fileset/settings')({
  staticData: { title: m.shell_title_fileset },
  component: PlaceholderPage,
});
