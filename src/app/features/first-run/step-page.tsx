// The page of one step: a breadcrumb to Watch, its title and purpose, its fields, and one button.
import type { ReactNode } from 'react';
import { useRouter } from '@tanstack/react-router';
import { ActionBar, type BarAction } from '#app/ui/layout/action-bar.tsx';
import { Crumb } from '#app/ui/layout/page-header.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { LivePanel } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import * as m from '#text/messages.js';
import { type Step, steps } from './use-first-steps.ts';

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
  const leave = () => history.push('/');
  useHotkeys({ Escape: leave });
  const place = m.firstrun_step_of({ number: steps.indexOf(step) + 1, count: steps.length });
  return (
    <Page
      header={
        <>
          <Crumb steps={[{ to: '/', label: m.watch_title() }, { label: place }]} end={<LivePanel />} />
          <div className="px-4 pt-1 pb-4">
            <h1 className="text-[min(2rem,9vw)]/[1.1] font-bold tracking-[-0.028em] wrap-anywhere">{title}</h1>
            <p className="pt-1 text-text2">{line}</p>
          </div>
        </>
      }
      bar={<ActionBar onBack={leave} primary={primary} actions={actions} />}
      {...(dock !== undefined && { dock, dockKind: 'bare' as const })}
    >
      {children}
    </Page>
  );
}
