// The first line of an open system on a desk: its organization, and the buttons of the pane.
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { organizationHref } from '#app/features/organizations/organization-addresses.ts';
import * as m from '#text/messages.js';
import { neighbouringSystems } from './neighbours.ts';
import { togglePaneSize, usePaneSize } from './pane-size.ts';
import type { System } from './system-format.ts';
import { listAddress } from './systems-search-store.ts';

/** Leads to the rows before and after it in the list, gives the system more or less room, and closes it. */
export function PaneBar({ organization }: Pick<System, 'organization'>) {
  const Link = useLink();
  const navigate = useNavigate();
  const { history } = useRouter();
  const docked = usePaneSize() === 'docked';
  const { previous, next } = neighbouringSystems.use();
  // The open tab stays. A step is no page of its own: Back leads to the list, not through each row that was passed.
  const step = (id: string | undefined) => ({
    disabled: id === undefined,
    onPress: () => id !== undefined && history.replace(`${history.location.pathname}?id=${id}`),
  });
  return (
    <div className="flex min-h-12 items-center gap-1 ps-4 pe-2 pt-1">
      <Link
        to={organizationHref(organization.id)}
        className="inline-flex min-h-11 min-w-0 flex-1 items-center text-secondary text-text2 no-underline"
      >
        <bdi className="truncate">{organization.name}</bdi>
      </Link>
      <Button kind="line" size="small" square label={m.systems_pane_previous()} {...step(previous)}>
        <Icon name="up" size={18} />
      </Button>
      <Button kind="line" size="small" square label={m.systems_pane_next()} {...step(next)}>
        <Icon name="up" size={18} className="rotate-180" />
      </Button>
      <Button
        kind="line"
        size="small"
        square
        label={docked ? m.systems_pane_widen() : m.systems_pane_dock()}
        onPress={togglePaneSize}
      >
        <Icon name={docked ? 'open' : 'columns'} size={18} />
      </Button>
      <Button
        kind="line"
        size="small"
        square
        label={m.systems_pane_close()}
        onPress={() => void navigate({ to: listAddress() })}
      >
        <Icon name="x" size={18} />
      </Button>
    </div>
  );
}
