// The More tab.
import { createFileRoute } from '@tanstack/react-router';
import { MorePage } from '#app/features/shell/more-page.tsx';

export const Route = createFileRoute('/_main/more')({ component: MorePage });
