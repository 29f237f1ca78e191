// The page of one record: a breadcrumb, the content, and Back; also while the record is not there yet.
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActionBar } from '#app/ui/layout/action-bar.tsx';
import { Crumb, type CrumbStep } from '#app/ui/layout/page-header.tsx';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import { useTitle } from './error-pages.tsx';
import { checked } from './live-panel.tsx';
import { Page } from './page.tsx';
import { RecordAge } from './record-age.tsx';
import { PaneEnd, useIsDocked } from './pane-buttons.tsx';

interface CrumbHeaderProps {
  steps: readonly CrumbStep[];
  title: string;
  /** Tabs below the breadcrumb. */
  tabs?: ReactNode;
}

/** A breadcrumb whose last step is the page itself; the h1 is for screen readers. A docked page has its list beside it. */
export function CrumbHeader({ steps, title, tabs }: CrumbHeaderProps) {
  const docked = useIsDocked();
  return (
    <>
      <Crumb steps={[...(docked ? [] : steps), { label: title }]} end={<PaneEnd />} />
      <h1 className="sr-only">{title}</h1>
      {tabs}
    </>
  );
}

interface RecordPageProps extends CrumbHeaderProps {
  /** Target of Back without a previous page. */
  parent: string;
  /** The main button of the bar. */
  primary?: ReactNode;
  /** Above the bar: a search. */
  dock?: ReactNode;
  children: ReactNode;
}

/** The bar one level in: Back, to `parent` without a previous page, and the main button. */
export function BackBar({ parent, primary }: { parent: string; primary?: ReactNode }) {
  const { history } = useRouter();
  const back = () => (history.canGoBack() ? history.back() : history.push(parent));
  return <ActionBar onBack={back} primary={primary} />;
}

/** A record without a form. */
export function RecordPage({ title, steps, tabs, parent, primary, dock, children }: RecordPageProps) {
  useTitle(title);
  return (
    <Page
      header={<CrumbHeader steps={steps} title={title} tabs={tabs} />}
      bar={<BackBar parent={parent} primary={primary} />}
      {...(dock !== undefined && { dock, dockKind: 'bare' as const })}
    >
      <PullToRefresh onRefresh={checked} />
      <RecordAge />
      {children}
    </Page>
  );
}
