// The route getting-started: one step of a new installation, or the arrival of its first backup.
import { createFileRoute } from '@tanstack/react-router';
import { FirstStepsPage } from '#app/features/first-run/first-steps-page.tsx';

const known = ['organization', 'system', 'schedule', 'report', 'arrived'] as const;
type Shown = (typeof known)[number];

export const Route = createFileRoute('/_main/getting-started')({
  staticData: { bar: 'own', panes: 'own', aside: 'none' },
  validateSearch: ({ step }: Record<string, unknown>): { step: Shown } => ({
    step: known.find((one) => one === step) ?? 'organization',
  }),
  component: FirstSteps,
});

function FirstSteps() {
  return <FirstStepsPage step={Route.useSearch().step} />;
}
