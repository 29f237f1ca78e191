// Pausing an organization from its head, and resuming it: none of its systems is watched meanwhile.
import { useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { flash } from '#app/device/flash.ts';
import { reader } from '#app/device/reader.ts';
import { PauseChoices } from '#app/features/system-settings/monitoring-rows.tsx';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { Organization } from './organization-queries.ts';

type Change = Pick<Organization, 'active' | 'reenableTime'>;

/** Undo gives back what was before. */
async function change(organization: Organization, values: Change, done: string): Promise<void> {
  const { id, active, reenableTime } = organization;
  const before = { active, reenableTime: active ? null : reenableTime };
  const undo = () => void change({ ...organization, ...values }, before, m.alarms_undone());
  try {
    await api.organization.update({ id, ...values });
    flash('positive', done, { action: { word: m.actions_undo(), run: undo } });
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}

const resume = (organization: Organization) =>
  void change(
    organization,
    { active: true, reenableTime: null },
    m.organizations_resumed({ organization: organization.name }),
  );

function pause(organization: Organization, until: Date | null): void {
  const { name } = organization;
  const done =
    until === null
      ? m.organizations_pause_done({ organization: name })
      : m.organizations_pause_done_until({
          organization: name,
          time: formatMoment(until.toISOString(), Date.now(), reader()),
        });
  void change(organization, { active: false, reenableTime: until?.toISOString() ?? null }, done);
}

/** For those who may change the organization. */
export function PauseButton({ organization }: { organization: Organization }) {
  const { id, name, active, reenableTime } = organization;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!useCanIn('organization.update', id)) return null;
  return (
    <>
      <Button square label={active ? m.organizations_pause() : m.organizations_pause_change()} onPress={setAnchor}>
        <Icon name="moon" />
      </Button>
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchor={anchor}
        title={active ? m.organizations_pause_title({ organization: name }) : name}
        detail={m.organizations_pause_detail()}
      >
        <PauseChoices
          value={{ active, reenableTime }}
          onPause={(until) => pause(organization, until)}
          onResume={() => resume(organization)}
        />
      </Sheet>
    </>
  );
}
