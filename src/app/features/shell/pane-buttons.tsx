// The buttons of an open record on a desk: the rows before and after it in the list, its room, and closing it.
import { useRouter } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { Store } from '#app/device/create-store.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { listAddress } from '#app/features/lists/list-searches.ts';
import type { Neighbours } from '#app/features/lists/neighbours.ts';
import * as m from '#text/messages.js';
import { LivePanel } from './live-panel.tsx';
import { togglePaneSize, usePaneSize } from './pane-size.ts';

interface PaneButtonsProps {
  /** The keys of the rows before and after it. */
  neighbours: Store<Neighbours>;
  /** The path of the list. */
  path: string;
}

/** The buttons of the pane around a page; null where it is no pane. */
export const PaneButtonsContext = createContext<PaneButtonsProps | null>(null);

/** True for a page in a pane beside its list. */
export function useIsDocked(): boolean {
  const size = usePaneSize();
  return use(PaneButtonsContext) !== null && size === 'docked';
}

/** At the end of the first line of a page: the buttons of its pane; the live dot where it is no pane. */
export function PaneEnd() {
  const pane = use(PaneButtonsContext);
  return pane ? <PaneButtons {...pane} /> : <LivePanel />;
}

/** In the first line of the pane. */
export function PaneButtons({ neighbours, path }: PaneButtonsProps) {
  const { history } = useRouter();
  const docked = usePaneSize() === 'docked';
  const { previous, next } = neighbours.use();
  // The open tab stays. A step is no page of its own: Back leads to the list, not through each row that was passed.
  const step = (id: string | undefined) => () => history.replace(`${history.location.pathname}?id=${id}`);
  const button = (
    label: string,
    icon: IconName,
    onPress: () => void,
    more: { disabled?: boolean; turned?: boolean },
  ) => (
    <Button kind="line" size="small" square label={label} onPress={onPress} disabled={more.disabled === true}>
      <Icon name={icon} size={18} {...(more.turned && { className: 'rotate-180' })} />
    </Button>
  );
  return (
    // No box around them: the first two arrive with the list, and the others stay.
    <span className="contents">
      {(previous ?? next) !== undefined && (
        <>
          {button(m.shell_pane_previous(), 'up', step(previous), { disabled: previous === undefined })}
          {button(m.shell_pane_next(), 'up', step(next), { disabled: next === undefined, turned: true })}
        </>
      )}
      {button(docked ? m.shell_pane_widen() : m.shell_pane_dock(), docked ? 'open' : 'columns', togglePaneSize, {})}
      {button(m.shell_pane_close(), 'x', () => history.push(listAddress(path)), {})}
    </span>
  );
}
