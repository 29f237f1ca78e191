// Marks the moment when the first data is on screen: the measure of a cold start.
import type { QueryClient } from '@tanstack/react-query';

/** Sets `performance.mark('data-painted')` once, and resolves with it. Stays pending on a page without data. */
export function dataPainted(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const end = client.getQueryCache().subscribe(({ query }) => {
      const shown = query.queryKey[0] !== 'auth' && query.state.data !== undefined && query.getObserversCount() > 0;
      if (!shown) return;
      end();
      const mark = () => {
        performance.mark('data-painted');
        resolve();
      };
      // The first frame draws it, the second proves that it was drawn.
      requestAnimationFrame(() => requestAnimationFrame(mark));
    });
  });
}
