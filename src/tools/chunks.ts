// Which modules of the app travel together: few chunks compress well, and the first holds only what it needs.

// React, router and query change together and compress best together; what only later screens use of them stays out.
const later = /(?:mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery|useBlocker)\.js$/;
const libraries =
  /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](?!react-virtual|virtual)[a-z-]+)[\\/]/;
const framework = { name: 'framework', test: (id: string) => libraries.test(id) && !later.test(id) };

// Many small chunks weigh a third more than two: what Watch and Alarms show, and all the rest behind it. A route's own
// file (no query) belongs to the entry, its component (`?tsr-split=...`) does not.
const screens = /src[\\/]app[\\/](?:routes[\\/](?:.*\?tsr-split=|(?:.*[\\/])?-[a-z-]+\.tsx?$)|ui[\\/])/;
const ofEntry = /ui[\\/](?:theme|link|skip-link)\.tsx?$|routes[\\/]-router-link\.tsx$|-filter\.ts$|-mail-link\.ts$/;
const ofSheet =
  /ui[\\/](?:sheet-moving|sheet-panel|use-sheet-motion|use-drag-down|use-media|virtual-list|list-lines)\.tsx?$/;
const behind =
  /routes[\\/](?:unsubscribe\.|-(?:bare|unbuilt|use-run)\.|auth[\\/]|_main[\\/](?:admin[\\/](?!alarms)|user[\\/]))/;
const isScreen = (id: string) => screens.test(id) && !ofEntry.test(id) && !ofSheet.test(id);
// What the entry needs of our own, besides its two starting files: one file compresses better than four.
const start = {
  name: 'start',
  test: /node_modules[\\/]idb-keyval[\\/]|src[\\/](?:contract[\\/]may\.|app[\\/](?:api[\\/](?:ask|carrier|client|refused|table)\.|live[\\/](?:offline|idb|online)\.|session[\\/](?:me|guard|kept|cache-options)\.|ui[\\/]link\.|routes[\\/]-mail-link\.))/,
};
const firstScreens = { name: 'first', test: (id: string) => isScreen(id) && !behind.test(id) };
// What only those screens need of the session.
const ofOthers = /src[\\/]app[\\/]session[\\/](?:passkey|push-offer|sign-in|sign-on|mail-links|leave-first)\.ts$/;
const otherScreens = {
  name: 'screens',
  test: (id: string) => (isScreen(id) && behind.test(id)) || ofOthers.test(id) || later.test(id),
};

// Push on this very device, acts that wait, a newer app: what the screens and the time after the first picture share, and
// are fetched for together.
const device = {
  name: 'device',
  test: /node_modules[\\/]uuid[\\/]|src[\\/](?:app[\\/](?:api[\\/]act|session[\\/](?:push(?!-offer)[a-z-]*|this-device|update|install|flash|outbox|now|freshness|live-link|just-cleared|sign-out)|live[\\/](?:apply|outbox[a-z-]*)|ui[\\/]use-media)|contract[\\/](?:outbox|alarm-kind|person-name))\.ts$/,
};

/** For the bundler's `output`. */
export const codeSplitting = {
  groups: [framework, start, firstScreens, otherScreens, device],
  includeDependenciesRecursively: false,
};
