// The inside of a row of one's own: a button where it opens something, a link where it leads somewhere, else text.
import type { ReactNode } from 'react';
import { useLink } from '#app/ui/primitives/link.tsx';

interface RowTargetProps {
  onPress?: ((el: HTMLElement) => void) | false | undefined;
  /** Used without `onPress`. */
  to?: string | false | undefined;
  className: string;
  children: ReactNode;
}

export function RowTarget({ onPress, to, className, children }: RowTargetProps) {
  const Link = useLink();
  if (onPress)
    return (
      <button type="button" data-row="" className={className} onClick={(event) => onPress(event.currentTarget)}>
        {children}
      </button>
    );
  if (to)
    return (
      <Link to={to} data-row="" className={className}>
        {children}
      </Link>
    );
  return <div className={className}>{children}</div>;
}
