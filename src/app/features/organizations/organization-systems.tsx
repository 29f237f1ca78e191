// The systems of one organization: the list of systems, narrowed to it.
import { useMemo } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { SystemsScreen } from '#app/features/systems/systems-screen.tsx';
import type { SystemsSearch } from '#app/features/systems/systems-filter.ts';
import { usePaneSize } from '#app/features/shell/pane-size.ts';
import { CrumbHeader } from '#app/features/shell/record-page.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import * as m from '#text/messages.js';
import { OrganizationAside } from './organization-aside.tsx';
import { OrganizationHead } from './organization-head.tsx';
import { OrganizationPage, organizationSteps } from './organization-page.tsx';
import type { Organization } from './organization-queries.ts';

interface OrganizationSystemsProps {
  id: string | undefined;
  search: SystemsSearch;
  onSearch: (next: SystemsSearch) => void;
}

/** Mount it anew for another organization. */
export function OrganizationSystems({ id, ...list }: OrganizationSystemsProps) {
  return (
    <OrganizationPage id={id}>{(organization) => <Systems organization={organization} {...list} />}</OrganizationPage>
  );
}

function Systems({ organization, ...list }: Omit<OrganizationSystemsProps, 'id'> & { organization: Organization }) {
  const { id, name } = organization;
  const within = useMemo(() => ({ organization: id }), [id]);
  const { steps, parent } = organizationSteps();
  useTitle(name);
  const wide = useMedia('(min-width: 64rem)');
  const narrow = usePaneSize() === 'docked' && wide;
  const aside = wide && !narrow && <OrganizationAside organization={organization} />;
  return (
    <SystemsScreen
      {...list}
      within={within}
      addHref={`/admin/system/settings?organization=${id}`}
      none={{ title: m.organizations_no_systems(), detail: m.organizations_no_systems_detail() }}
      head={{
        content: <CrumbHeader steps={steps} title={name} tabs={<OrganizationHead id={id} />} />,
        parent,
        aside,
        narrow,
      }}
    />
  );
}
