// The layout route of everything under admin/system.
import { createFileRoute } from '@tanstack/react-router';
import { SystemLayout } from '#app/features/systems/system-layout.tsx';

export const Route = createFileRoute('/_main/admin/system')({ staticData: { panes: 'own' }, component: SystemLayout });
