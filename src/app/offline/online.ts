// The initial state of TanStack Query's online manager.

interface OnlineManagerLike {
  setOnline(online: boolean): void;
}

/**
 * Call once before the first query. TanStack Query starts as online and only changes on events, so an app that starts in
 * airplane mode would fetch and fail. Only `false` is trusted: `true` may be a network without internet, and a manager
 * that is wrongly offline would pause every query.
 */
export const startOnline = (manager: OnlineManagerLike, browser: { onLine?: boolean } = navigator): void => {
  if (browser.onLine === false) manager.setOnline(false);
};
