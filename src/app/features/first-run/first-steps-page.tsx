// The page of one of the first steps, with the path beside it on desks.
import { Navigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { Screen } from '#app/ui/layout/screen.tsx';
import { NotForYou } from '#app/features/shell/error-pages.tsx';
import { MainPanes } from '#app/features/shell/main-panes.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import * as m from '#text/messages.js';
import { ArrivedPage } from './arrived-page.tsx';
import { useMayStart } from './first-run-store.ts';
import { StepsPath } from './first-steps.tsx';
import { StepOrganization } from './step-organization.tsx';
import { StepReport } from './step-report.tsx';
import { StepSchedule } from './step-schedule.tsx';
import { StepSystem } from './step-system.tsx';
import { type FirstStepsState, type Step, useFirstRecords, useFirstSteps } from './use-first-steps.ts';

/** `step`: the wanted one; without the records that it needs, the one before it. */
export function FirstStepsPage({ step }: { step: Step | 'arrived' }) {
  const mayStart = useMayStart();
  const state = useFirstSteps();
  const wide = useMedia('(min-width: 64rem)');
  // An answer that the server gave before the backup may arrive after it, and must not close the page.
  const hasArrived = useRef(false);
  hasArrived.current ||= Boolean(state?.system?.lastBackup);
  if (!mayStart)
    return (
      <MainPanes
        shows="whole"
        detail={
          <Page title={m.firstrun_title()}>
            <NotForYou />
          </Page>
        }
      />
    );
  if (step === 'arrived') {
    if (state === null) return <MainPanes shows="whole" detail={<Unknown />} />;
    return state.system && hasArrived.current ? (
      <MainPanes shows="whole" detail={<ArrivedPage system={state.system} />} />
    ) : (
      <Navigate to="/" replace />
    );
  }
  const shown = state ? reachable(step, state) : step;
  const path = wide && (
    <Screen landmark="section" ground="deep">
      <StepsPath current={shown} />
    </Screen>
  );
  return (
    <MainPanes
      shows="detail"
      listLabel={m.firstrun_title()}
      list={path}
      detail={state ? <StepDetail key={shown} step={shown} state={state} /> : <Unknown />}
    />
  );
}

function Unknown() {
  const { organizations, systems } = useFirstRecords();
  return (
    <RecordPage title={m.firstrun_title()} steps={[{ to: '/', label: m.watch_title() }]} parent="/">
      {organizations.data === undefined ? (
        <Unanswered title={m.organizations_not_loaded()} query={organizations} />
      ) : (
        <Unanswered title={m.systems_not_loaded()} query={systems} />
      )}
    </RecordPage>
  );
}

function reachable(step: Step, { organization, system }: FirstStepsState): Step {
  if (step === 'organization' || organization === null) return 'organization';
  return step === 'system' || system === null ? 'system' : step;
}

function StepDetail({ step, state: { organization, system } }: { step: Step; state: FirstStepsState }) {
  if (step === 'schedule' && system) return <StepSchedule system={system} />;
  if (step === 'report' && system) return <StepReport system={system} />;
  return step === 'system' && organization ? <StepSystem organization={organization} /> : <StepOrganization />;
}
