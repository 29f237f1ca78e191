// One icon, always silent to assistive tech: the words beside it say what it means.
import { iconPaths, type IconName } from './icon-paths.ts';

export type { IconName };

/** Icons that point on, back or out: mirrored where reading is. */
const pointing: ReadonlySet<IconName> = new Set(['right', 'left', 'open', 'send', 'logout']);

/** An icon in the current colour. `size` is CSS pixels. */
export function Icon({ name, size = 24, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-mirrored={pointing.has(name) ? '' : undefined}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
