// The sheet that assigns a Raspberry Pi: identify it, choose an organization, then one of its systems or all of it.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { SignalTiles } from '#app/features/client/signal-tiles.tsx';
import { type OrganizationRef, OrganizationRow } from '#app/features/organizations/organization-picker.tsx';
import { useSheetCall } from '#app/features/shell/use-sheet-call.tsx';
import * as m from '#text/messages.js';
import { piSignals } from './pi-signals.ts';
import { type PiClient, isUnassigned } from './pi-text.ts';
import { type Place, PlaceChoice, placesQuery, waitingOf } from './place-choice.tsx';

interface AssignSheetProps {
  pi: PiClient;
  anchor: HTMLElement;
  onClose: () => void;
}

/** Mount it to open it. */
export function AssignSheet({ pi: shown, anchor, onClose }: AssignSheetProps) {
  // The row at the time of opening: the server answers 412 if a colleague has assigned it since.
  const [pi] = useState(shown);
  const title = isUnassigned(pi) ? m.rpi_assign_title() : m.rpi_reassign_title();
  return (
    <Sheet
      open
      onClose={onClose}
      anchor={anchor}
      title={title}
      detail={<bdi className="font-mono text-code wrap-anywhere">{pi.macAddress}</bdi>}
    >
      <Inside pi={pi} />
    </Sheet>
  );
}

function Inside({ pi }: { pi: PiClient }) {
  const [organization, setOrganization] = useState<OrganizationRef | null>(pi.organization);
  return (
    <>
      <div className="[&>*]:px-0">
        <SignalTiles system={piSignals(pi)} only={['identify']} />
      </div>
      <div className="pt-3 [--field-inset:0px]">
        <FieldRows>
          <OrganizationRow label={m.systems_organization()} value={organization} onChoose={setOrganization} />
        </FieldRows>
      </div>
      {organization && <Assign key={organization.id} pi={pi} organization={organization} />}
    </>
  );
}

/** The system that waits longest for a client is chosen at first, and stays chosen: the button never changes under a finger. */
function Assign({ pi, organization }: { pi: PiClient; organization: OrganizationRef }) {
  const now = useNow(60_000);
  const query = useQuery(placesQuery(organization.id));
  const [chosen, setChosen] = useState<Place | null>(null);
  const { isBusy, failure, run } = useSheetCall(m.rpi_not_assigned());
  const place = chosen ?? waitingOf(query.data?.rows, organization);
  if (chosen === null && query.data && place) setChosen(place);
  const assign = ({ id, name, isSystem }: Place) =>
    run(
      () =>
        api.rpiclient.update(
          { id: pi.id, ...(isSystem ? { system: id } : { organization: id }) },
          { ifMatch: pi.editedAt },
        ),
      () => flash('positive', m.rpi_assigned_to({ name })),
    );
  let choice: ReactNode = null;
  if (query.data) choice = <PlaceChoice {...{ organization, place, now }} waiting={query.data} onChoose={setChosen} />;
  else if (query.isError) choice = <p className="pt-3 text-text2">{errorMessage(query.error)}</p>;
  return (
    <>
      <SectionTitle>{m.systems_system()}</SectionTitle>
      {choice}
      {failure}
      {place && (
        <div className="pt-3 wrap-anywhere">
          <Button kind="lamp" wide size="large" busy={isBusy} onPress={() => void assign(place)}>
            {place.isSystem ? m.rpi_assign_to({ name: place.name }) : m.rpi_assign_all({ name: place.name })}
          </Button>
        </div>
      )}
    </>
  );
}
