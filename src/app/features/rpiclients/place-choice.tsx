// The places of a Raspberry Pi within an organization: systems that wait for a client, all other systems, or all of it.
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { RadioRows } from '#app/ui/form/radio-rows.tsx';
import { SheetRow } from '#app/ui/form/picker.tsx';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import type { OrganizationRef } from '#app/features/organizations/organization-picker.tsx';
import { SystemChoices } from '#app/features/systems/system-choices.tsx';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

/** A system, or an organization with all of its systems. */
export interface Place extends OrganizationRef {
  readonly isSystem: boolean;
  /** Says whether the system has a client. */
  readonly note?: string;
}

type Systems = Answer<'system', 'list'>;

const SHOWN = 4;

/** The systems without a client, the longest waiting first. */
export const placesQuery = (organization: string) =>
  api.system.list.queryOptions({
    where: { organization, keyConnected: false, hasRpiClient: false },
    sort: 'createdAt ASC',
    limit: SHOWN,
  });

/** The choice before any: the first system without a client; null before the answer and if there is none. */
export function waitingOf(rows: Systems['rows'] | undefined, organization: OrganizationRef): Place | null {
  const first = rows?.[0];
  if (first) return { id: first.id, name: first.name, isSystem: true };
  return rows ? { ...organization, isSystem: false } : null;
}

const clientText = ({ keyConnected, hasRpiClient }: Systems['rows'][number]): string =>
  keyConnected || hasRpiClient ? m.rpi_has_client() : m.rpi_has_none();

interface PlaceChoiceProps {
  organization: OrganizationRef;
  waiting: Systems;
  /** The choice. */
  place: Place | null;
  onChoose: (place: Place) => void;
  /** Epoch ms. */
  now: number;
}

/** A few systems and the organization as radio buttons; every other system behind a search. */
export function PlaceChoice({ organization, waiting, place, onChoose, now }: PlaceChoiceProps) {
  const options: Place[] = waiting.rows.map(({ id, name, createdAt }) => ({
    id,
    name,
    isSystem: true,
    note: m.rpi_waits_since({ time: formatMoment(createdAt, now, reader()) }),
  }));
  const isOther = place?.isSystem === true && options.every(({ id }) => id !== place.id);
  const shown: Place[] = [
    ...options,
    ...(isOther ? [place] : []),
    { ...organization, isSystem: false, note: m.rpi_whole_note() },
  ];
  return (
    <>
      <RadioRows
        label={m.systems_system()}
        options={shown.map(({ id, name, isSystem, note }) => ({
          value: id,
          label: isSystem ? name : m.rpi_whole(),
          note,
        }))}
        value={place?.id}
        onChange={(id) => {
          const one = shown.find((option) => option.id === id);
          if (one) onChoose(one);
        }}
      />
      <div className="pt-2 [--field-inset:0px]">
        <FieldRows>
          <SheetRow label={m.rpi_other_system()} shown={m.actions_search()}>
            <SystemChoices
              label={m.rpi_other_system()}
              where={{ organization: organization.id }}
              noteOf={clientText}
              onChoose={(system) =>
                onChoose({ id: system.id, name: system.name, isSystem: true, note: clientText(system) })
              }
            />
          </SheetRow>
        </FieldRows>
      </div>
    </>
  );
}
