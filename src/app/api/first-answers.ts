// The moment when the page has its data, for work that would take the network and the processor from it.
import type { QueryClient } from '@tanstack/react-query';

const QUIET_MS = 500;
const MOST_MS = 5000;

/** Calls `run` once: when no query was under way for half a second, at the latest after 5 s. */
export function afterFirstAnswers(client: QueryClient, run: () => void): void {
  let quiet = 0;
  const end = () => {
    unfollow();
    window.clearTimeout(quiet);
    window.clearTimeout(most);
    run();
  };
  const follow = () => {
    window.clearTimeout(quiet);
    if (client.isFetching() === 0) quiet = window.setTimeout(end, QUIET_MS);
  };
  const unfollow = client.getQueryCache().subscribe(follow);
  const most = window.setTimeout(end, MOST_MS);
  follow();
}
