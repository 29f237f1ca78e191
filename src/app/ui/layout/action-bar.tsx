// The bar one level in: Back, the primary action, up to two squares.
import type { ReactNode } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';

/** A square at the end of the bar. */
export type BarAction = { icon: IconName; label: string; onPress?: () => void; href?: string };

/** Back, primary (grows), squares. */
export function ActionBar(props: { onBack: () => void; primary?: ReactNode; actions?: BarAction[] }) {
  const { onBack, primary, actions = [] } = props;
  return (
    <div className="abar">
      <Button kind="quiet" square label="Back" onPress={onBack}>
        <Icon name="left" size={26} />
      </Button>
      <div className="abar-main">{primary}</div>
      {actions.slice(0, 2).map(({ icon, label, onPress, href }) => (
        <Button
          key={label}
          kind="quiet"
          square
          label={label}
          {...(onPress && { onPress })}
          {...(href !== undefined && { href })}
        >
          <Icon name={icon} />
        </Button>
      ))}
    </div>
  );
}
