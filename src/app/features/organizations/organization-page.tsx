// The frame of the pages of one organization: loading, not found, not allowed, and the organization once it is there.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useCan } from '#app/auth/me.ts';
import { NotFound } from '#app/features/shell/error-pages.tsx';
import { Unanswered, isLoading } from '#app/features/shell/query-state.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { isGone } from '#app/features/shell/is-gone.ts';
import * as m from '#text/messages.js';
import { type Organization, organizationQuery, useFleetRow } from './organization-queries.ts';
import { leadsTo } from '#app/features/lists/list-searches.ts';
import { ORGANIZATIONS } from './organization-addresses.ts';

/** The way back from a page of an organization. */
export const organizationSteps = () => leadsTo(ORGANIZATIONS, m.shell_place_organizations());

interface OrganizationPageProps {
  id: string | undefined;
  /** The page stays once it is drawn: deleting takes the organization out of the cache before the page is left. */
  stays?: boolean;
  /** Draws its own page. */
  children: (organization: Organization) => ReactNode;
}

/** `children` is drawn with the organization. Mount it anew for another one. */
export function OrganizationPage({ id, ...page }: OrganizationPageProps) {
  return id === undefined ? <NotFound /> : <Loaded id={id} {...page} />;
}

function Loaded({ id, stays = false, children }: OrganizationPageProps & { id: string }) {
  const query = useQuery({ ...organizationQuery(id), enabled: useCan('organization.read') });
  const fleet = useFleetRow(id).query;
  // The head is as high as its facts: nothing below it is drawn before them.
  const drawn = useRef<Organization>(undefined);
  if (query.data && !isLoading(fleet)) drawn.current = query.data;
  else if (!stays) drawn.current = undefined;
  if (drawn.current) return children(drawn.current);
  if (isGone(query.error)) return <NotFound />;
  return (
    <RecordPage title={m.systems_organization()} {...organizationSteps()}>
      <Unanswered
        title={m.organizations_not_loaded()}
        forbidden={m.organizations_forbidden()}
        query={query.data ? fleet : query}
      />
    </RecordPage>
  );
}
