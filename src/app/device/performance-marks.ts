// Marks the moment when the first data is on screen: the measure of a cold start.
import type { QueryClient } from '@tanstack/react-query';

/** Sets `performance.mark('data-painted')` once. */
export function markDataPainted(client: QueryClient): void {
  const end = client.getQueryCache().subscribe(({ query }) => {
    const shown = query.queryKey[0] !== 'auth' && query.state.data !== undefined && query.getObserversCount() > 0;
    if (!shown) return;
    end();
    // The first frame draws it, the second proves that it was drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('data-painted')));
  });
}
