// One icon, always silent to assistive tech: the words beside it say what it means.
import { iconPaths, type IconName } from './icon-paths.tsx';

export type { IconName };

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
    >
      {iconPaths[name]}
    </svg>
  );
}
