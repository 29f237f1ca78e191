// What the app believes about the network when it starts.

interface OnlineManagerLike {
  setOnline(online: boolean): void;
}

/**
 * Call once before the first query. TanStack Query starts as online and only learns from events, so an app that starts in
 * airplane mode would fetch and fail. Only `false` is believed: `true` may be a network that leads nowhere, and a manager
 * wrongly offline would pause every query.
 */
export const startOnline = (manager: OnlineManagerLike, browser: { onLine?: boolean } = navigator): void => {
  if (browser.onLine === false) manager.setOnline(false);
};
