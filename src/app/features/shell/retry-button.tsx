// The retry button: it reads "Checking" until the queries have answered.
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { queryClient } from '#app/api/query-client.ts';
import * as m from '#text/messages.js';

/** "Checking" stays for this long after the answers: a retry that fails at once would seem to do nothing. */
const SHORTEST_MS = 600;

interface RetryButtonProps {
  onRetry: () => void;
  /** `quiet`: for one part of a page that has another primary action. */
  kind?: 'lamp' | 'quiet' | undefined;
  wide?: boolean;
}

/** The primary action of a page that did not load, or whose data is old. */
export function RetryButton({ onRetry, kind = 'lamp', wide = false }: RetryButtonProps) {
  const isFetching = useIsFetching({}, queryClient) > 0;
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    if (!pressed || isFetching) return undefined;
    const timer = window.setTimeout(() => setPressed(false), SHORTEST_MS);
    return () => window.clearTimeout(timer);
  }, [pressed, isFetching]);
  const retry = () => {
    setPressed(true);
    onRetry();
  };
  return (
    <>
      <Button kind={kind} wide={wide} busy={pressed} onPress={retry}>
        <Icon name="refresh" />
        {pressed ? m.shell_checking() : m.actions_try_again()}
      </Button>
      <span role="status" className="sr-only">
        {pressed && m.shell_checking()}
      </span>
    </>
  );
}
