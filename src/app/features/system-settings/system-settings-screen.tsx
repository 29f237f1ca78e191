// The settings of a system, or the form of a new one, filled in with its organization where it is added there.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { Unanswered, isLoading } from '#app/features/shell/query-state.tsx';
import { pageOf } from '#app/features/shell/record-kind.ts';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { SystemTabs } from '#app/features/systems/system-tabs.tsx';
import * as m from '#text/messages.js';
import { SystemFields } from './system-fields.tsx';
import { type Choice, systemKind } from './system-form.ts';

interface SystemSettingsProps {
  id: string | undefined;
  /** The id of the organization of a new system; it can be changed. */
  organization?: string | undefined;
}

/** Without an id: a new system. Mount it anew for another one. */
export function SystemSettingsScreen({ id, organization = '' }: SystemSettingsProps) {
  const owner = useQuery({
    ...api.organization.get.queryOptions({ id: organization }, { persist: true }),
    enabled: useCan('organization.read') && id === undefined && organization !== '',
  });
  if (isLoading(owner))
    return (
      <RecordPage title={m.systems_new()} {...pageOf(systemKind)}>
        <Unanswered title={m.organizations_not_loaded()} query={owner} />
      </RecordPage>
    );
  return (
    <RecordScreen
      kind={owner.data ? kindIn(owner.data) : systemKind}
      id={id}
      tabs={id !== undefined && <SystemTabs id={id} label={m.systems_system()} />}
      fields={<SystemFields id={id} />}
    />
  );
}

/** A new system of an organization; each has a draft of its own. */
const kindIn = ({ id, name }: NonNullable<Choice>): typeof systemKind => ({
  ...systemKind,
  initial: { ...systemKind.initial, organization: { id, name } },
  draftOf: `-${id}`,
});
