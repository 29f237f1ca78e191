// The history of the router: its navigations wait until the entries of closed sheets are gone.
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { afterSheets } from '#app/ui/sheet/sheet-history.ts';

/** The browser's history. `push` and `replace` run at once, or after the entry of a sheet that was just closed has gone. */
export function createRouterHistory(): RouterHistory {
  const history = createBrowserHistory();
  const { push, replace } = history;
  return Object.assign(history, {
    push: (...args: Parameters<typeof push>) => afterSheets(() => push(...args)),
    replace: (...args: Parameters<typeof replace>) => afterSheets(() => replace(...args)),
  });
}
