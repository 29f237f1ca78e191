// The machines of an organization by the version of their client: one block a machine, names lead to the system.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { ShareBar } from '#app/ui/status/share-bar.tsx';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { saveRows } from '#app/features/lists/csv-action.ts';
import { CsvButton } from '#app/features/lists/csv-button.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatMoment, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { byVersion } from './machine-versions.ts';
import type { Organization } from './organization-queries.ts';

type Machine = Answer<'organization', 'clients'>[number];

const SHOWN = 20;

/** A list that fails is logged, and says so in its place. */
export function OrganizationMachines({ organization, now }: { organization: Organization; now: number }) {
  const query = useQuery(api.organization.clients.queryOptions({ id: organization.id }));
  const { data, error } = query;
  const { fresh } = useFreshness(query);
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);
  if (data === undefined)
    return error ? <p className="px-4 pt-4 text-text2">{m.organizations_machines_failed()}</p> : null;
  const versions = byVersion(data);
  const end = data.length > 0 && (
    <span className="-my-3 flex items-center">
      {m.organizations_machines_on({ count: data.length, versions: versions.length })}
      <CsvButton onPress={() => void saveRows('clients', data)} />
    </span>
  );
  return (
    <>
      <SectionTitle end={end}>{m.organizations_machines()}</SectionTitle>
      {data.length === 0 && <p className="px-4 pb-2 text-text2">{m.organizations_machines_none()}</p>}
      {versions.map(({ version, machines }) => (
        <Version
          key={version ?? ''}
          version={version}
          machines={machines}
          total={data.length}
          now={now}
          fresh={fresh}
        />
      ))}
    </>
  );
}

interface VersionProps {
  version: string | null;
  machines: readonly Machine[];
  total: number;
  now: number;
  fresh: boolean;
}

function Version({ version, machines, total, now, fresh }: VersionProps) {
  const [all, setAll] = useState(false);
  const shown = all ? machines : machines.slice(0, SHOWN);
  const left = machines.length - shown.length;
  const name = version ?? m.organizations_version_unknown();
  return (
    <section aria-label={name}>
      <div className="flex items-baseline justify-between px-4 pt-3">
        <h3 className="text-lg font-[650] wrap-anywhere">{name}</h3>
        <span className="text-text2 tabular-nums">{formatNumber(machines.length, reader())}</span>
      </div>
      <div className="mx-4 mt-1">
        <ShareBar share={machines.length / total} />
      </div>
      <Rows label={name}>
        {shown.map((machine) => (
          <MachineRow key={`${machine.model} ${machine.id}`} machine={machine} now={now} fresh={fresh} />
        ))}
      </Rows>
      {left > 0 && (
        <div className="px-4 pt-2">
          <Button size="small" onPress={() => setAll(true)}>
            {m.organizations_machines_more({ count: left })}
          </Button>
        </div>
      )}
    </section>
  );
}

const hrefs: Record<Machine['model'], (id: string) => string> = {
  system: (id) => `/admin/system/client?id=${id}`,
  organization: (id) => `/admin/organization/client?id=${id}`,
  rpiclient: (id) => `/admin/rpiclients?id=${id}`,
};

interface MachineRowProps {
  machine: Machine;
  now: number;
  fresh: boolean;
}

function MachineRow({ machine, now, fresh }: MachineRowProps) {
  const { id, model, name, connected, lastConnection, macAddress, internalIp, ip } = machine;
  const state =
    connected === true
      ? m.systems_client_connected({ tense: tenseOf(!fresh) })
      : lastConnection === null
        ? m.systems_client_never()
        : m.organizations_machine_seen({ time: formatMoment(lastConnection, now, reader()) });
  const kind = model === 'organization' ? m.organizations_machine_own() : macAddress;
  return (
    <LinkRow
      to={hrefs[model](id)}
      icon={model === 'rpiclient' ? 'chip' : 'term'}
      label={<bdi>{name || macAddress}</bdi>}
      note={[kind, internalIp ?? ip].filter(Boolean).join(', ')}
      value={state}
    />
  );
}
