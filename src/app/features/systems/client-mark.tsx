// The mark of a client: connected, or offline. It loses its colour where the answer is not fresh.
import { Mark } from '#app/ui/primitives/mark.tsx';

interface ClientMarkProps {
  connected: boolean;
  /** The system's answer is fresh. */
  fresh: boolean;
  size: number;
}

export function ClientMark({ connected, fresh, size }: ClientMarkProps) {
  return (
    <Mark
      kind={connected ? 'ok' : 'offline'}
      size={size}
      hollow={!fresh}
      {...(fresh ? {} : { className: 'text-text3' })}
    />
  );
}
