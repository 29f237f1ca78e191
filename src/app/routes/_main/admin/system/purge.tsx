// The route admin/system/purge: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import * as m from '#text/messages.js';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/system/purge')({ component: Placeholder });

function Placeholder() {
  return <PlaceholderPage title={m.systems_tab_purge()} />;
}
