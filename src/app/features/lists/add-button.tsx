// The plus of a list, which adds a record.
import type { ReactNode } from 'react';
import { LivePanel } from '#app/features/shell/live-panel.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';

interface AddProps {
  /** Left out without the permission. */
  add: { label: string; run: () => void } | undefined;
}

/** Nothing without the permission. */
export const AddButton = ({ add, size }: AddProps & { size?: 'small' }) =>
  add && (
    <Button kind="quiet" square label={add.label} onPress={add.run} {...(size && { size })}>
      <Icon name="plus" size={20} />
    </Button>
  );

/** The live dot, other buttons and the plus, at the end of the title of a phone. */
export const PhoneEnd = ({ add, children }: AddProps & { children?: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    <LivePanel {...((add || children) && { look: 'beside' })} />
    {children}
    <AddButton add={add} size="small" />
  </span>
);
