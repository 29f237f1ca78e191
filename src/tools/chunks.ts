// Which modules of the app are bundled together, by folder. A few chunks compress better than many small ones, and the
// entry holds only what a start needs.

const path = (id: string): string => id.replaceAll('\\', '/');

/** Library modules that only later screens use; they stay out of the framework chunk. */
const laterLibraries = /(?:mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery|useBlocker)\.js$/;
const frameworkLibraries =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual|form|react-form|pacer|devtools|react-table|table)[a-z-]+)\//;

/** What the entry runs before the first screen: the router's own files are left to it by the bundler. */
const startFiles =
  /node_modules\/idb-keyval\/|src\/contract\/permissions\.|src\/text\/(?:language\.|compiled\/(?:runtime|registry|messages\/ui_skip)\.)|src\/app\/(?:api\/(?!error-messages)|realtime\/(?:apply-change|socket-id)\.|offline\/(?:restore-cache|idb|online|cache-options)\.|auth\/(?:me|guard)\.|device\/(?:local-storage|create-store|reader)\.|ui\/(?:primitives\/link|sheet\/sheet-history)\.|features\/auth\/mail-link\.)/;

/** Files of screen folders that the entry imports. */
const entryFiles =
  /ui\/(?:primitives\/(?:theme|link)|layout\/skip-link)\.tsx?$|features\/(?:shell\/router-(?:link|history)|auth\/mail-link)\.tsx?$/;
/** The sheet's panel and the desk table are loaded when first shown. */
const lazyFiles =
  /ui\/(?:sheet\/(?:sheet-moving|sheet-panel|use-sheet-motion|use-drag-down)|hooks\/use-media|list\/(?:list-table|table-columns))\.|ui\/list\/list-table\.module\.css/;
const firstFolders = /src\/app\/(?:ui|features\/(?:watch|alarms|shell|push))\//;
const firstRoutes = /src\/app\/routes\/_main\/(?:index|more|admin\/alarms)\.tsx\?tsr-split=|_main\.tsx\?tsr-split=/;
/** Of the list kit the first screens show only the rows that swipe, the pull and the end. */
const otherFolders =
  /src\/app\/(?:features\/(?!watch\/|alarms\/|shell\/|push\/push-state)|ui\/form\/|ui\/list\/(?!swipe-row|use-swipe|pull-to-refresh|list-more))|node_modules\/@tanstack\/(?:react-virtual|virtual-core)\//;
const otherRoutes = /src\/app\/routes\/.*\?tsr-split=/;
/** Shell files that the first screens do not show. */
const otherFiles =
  /features\/shell\/(?:auth-layout|placeholder-page|use-run-once)\.tsx?$|ui\/status\/bulk-progress|app\/auth\/(?:passkey|sign-in|sign-on|mail-links|sign-out-first)\.ts$|app\/push\/onboarding\.ts$/;
/** Messages go with the chunk that shows them; the name of each begins with its area. */
const firstMessages =
  /src\/text\/(?:format\.|compiled\/messages\/(?:actions_|alarms_|format_|lists_(?:pull|row_)|push_state_|shell_|ui_|watch_))/;
const otherMessages = /src\/text\/compiled\/messages\//;
/** The contract's input schemas with zod, for forms alone: no first screen validates anything. */
const schemaFiles =
  /node_modules\/zod\/|src\/contract\/(?!permissions|outbox|alarm-kind|person-name|password|health|errors|criteria)[a-z-]+\.ts$/;
/** The form kit with its libraries, and the screens that are forms; the controls that other screens use stay outside. */
const formFiles =
  /node_modules\/@tanstack\/(?:form-core|react-form|pacer-lite|devtools-event-client)\/|ui\/form\/(?!field\.|form-error\.)|features\/shell\/(?:use-app-form|form-page|form-drafts|record-page|delete-record|issue-text|save-failure|schema-validation)\.tsx?$|features\/(?:account|schedules|retentions)\/|routes\/_main\/(?:user\/account|admin\/(?:schedule|retention)(?:s|\/settings))\.tsx\?tsr-split=|src\/text\/compiled\/messages\/(?:account|schedules|retentions)_/;
/** Push, outbox, updates: shared by the screens and by what starts after the first paint. */
const deviceFolders =
  /node_modules\/uuid\/|src\/app\/(?:(?:push|offline|realtime|device|auth)\/|api\/error-messages\.)|src\/text\/compiled\/messages\/errors_|ui\/hooks\/use-media|src\/contract\/(?:outbox|alarm-kind|person-name)\.ts$/;
const deferredFiles =
  /app\/(?:device\/(?:deferred-start|deferred-manifest|worker|performance-marks|install-offer)|offline\/persist-cache|realtime\/(?:start|socket[a-z-]*))\.ts$/;

const isEntryFile = (id: string) => startFiles.test(id) || entryFiles.test(id);
const isOther = (id: string) =>
  otherFolders.test(id) ||
  otherFiles.test(id) ||
  (otherMessages.test(id) && !firstMessages.test(id) && !deviceFolders.test(id)) ||
  laterLibraries.test(id) ||
  (otherRoutes.test(id) && !firstRoutes.test(id));
const isScreen = (id: string) => !isEntryFile(id) && !lazyFiles.test(id);

const group = (name: string, test: (id: string) => boolean) => ({ name, test: (id: string) => test(path(id)) });

/** For the bundler's `output`. */
export const codeSplitting = {
  groups: [
    group('framework', (id) => frameworkLibraries.test(id) && !laterLibraries.test(id)),
    group('start', (id) => startFiles.test(id)),
    // Apart from the schemas that use them: else the two chunks would import each other.
    group('time', (id) => /src\/contract\/time\//.test(id)),
    group('schemas', (id) => schemaFiles.test(id)),
    group('forms', (id) => formFiles.test(id)),
    group('screens', (id) => isScreen(id) && isOther(id)),
    group('first', (id) => isScreen(id) && (firstFolders.test(id) || firstMessages.test(id) || firstRoutes.test(id))),
    group('device', (id) => deviceFolders.test(id) && !deferredFiles.test(id)),
  ],
  includeDependenciesRecursively: false,
};
