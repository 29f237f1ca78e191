// The page of one step: a breadcrumb to Watch, its title and purpose, its fields, and one button.
import type { ReactNode } from 'react';
import { useRouter } from '@tanstack/react-router';
import { ActionBar, type BarAction } from '#app/ui/layout/action-bar.tsx';
import { Crumb } from '#app/ui/layout/page-header.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { Sky } from '#app/ui/status/glance.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { LivePanel } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import * as m from '#text/messages.js';
import { Bars } from './first-steps.tsx';
import { type Step, steps, useFirstSteps } from './use-first-steps.ts';

interface StepPageProps {
  step: Step;
  title: string;
  line: string;
  primary: ReactNode;
  actions?: BarAction[];
  /** Above the bar. */
  dock?: ReactNode;
  children: ReactNode;
}

/** Back and Escape lead to Watch; what was typed stays on the device. */
export function StepPage({ step, title, line, primary, actions = [], dock, children }: StepPageProps) {
  const { history } = useRouter();
  useTitle(title);
  const state = useFirstSteps();
  // Beside the path, and above the strip of the wait, the bars are there already.
  const hasBars = !useMedia('(min-width: 64rem)') && step !== 'report';
  const leave = () => history.push('/');
  useHotkeys({ Escape: leave });
  const place = m.firstrun_step_of({ number: steps.indexOf(step) + 1, count: steps.length });
  const head = (
    <>
      <Crumb steps={[{ to: '/', label: m.watch_title() }, { label: place }]} end={<LivePanel />} />
      <div className="px-4 pt-1 pb-4">
        <h1 className="text-[min(2rem,9vw)]/[1.1] font-bold tracking-[-0.028em] wrap-anywhere">{title}</h1>
        <p className="pt-1 text-text2">{line}</p>
      </div>
    </>
  );
  return (
    <Page
      header={
        hasBars ? (
          <div className="pb-3">
            <Sky tone="dawn">
              {head}
              <Bars state={state} low />
            </Sky>
          </div>
        ) : (
          head
        )
      }
      bar={<ActionBar onBack={leave} primary={primary} actions={actions} />}
      {...(dock !== undefined && { dock, dockKind: 'bare' as const })}
    >
      {children}
    </Page>
  );
}
