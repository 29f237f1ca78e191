// The service worker from the page's side: registration, updates at safe moments, addresses that it wants opened.
import { Workbox } from 'workbox-window';
import { afterFirstAnswers } from '#app/api/first-answers.ts';
import { queryClient } from '#app/api/query-client.ts';
import { takeOpenUrl } from '#app/offline/idb.ts';
import { isOwnPath } from '#app/auth/guard.ts';
import { outbox } from '#app/offline/outbox-store.ts';
import { reloadPage } from './reload.ts';
import { applyUpdate, provideUpdate, setUpdateReady, isUpdateReady } from './update.ts';

const CHECK_AT_MOST_EVERY_MS = 5 * 60_000;
const CHECK_EVERY_MS = 3600_000;
const SAFE_AFTER_HIDDEN_MS = 10 * 60_000;
const COLD_START_MS = 3000;

/** True if no action waits, no form has unsaved changes and no sheet is open. */
const isFinished = (): boolean =>
  outbox().waiting().length === 0 && document.querySelector('[data-unfinished], dialog[open]') === null;

/** True if a reload loses nothing, not even what is typed outside of forms. A search may be lost. */
const isSafe = (): boolean =>
  isFinished() &&
  [...document.querySelectorAll<HTMLInputElement>('[data-field] input')].every(({ value }) => value === '');

/** Asks the server for a newer worker, after the page has registered its own. Does nothing before `startWorker`. */
let findUpdate: () => Promise<void> = () => Promise.resolve();
/** True if the pages of another language were asked for. */
let isOtherLanguage = false;

/** Loads the pages of the language that was just chosen: with a worker once it has them all, else at once. */
export async function loadPagesAgain(): Promise<void> {
  if (!navigator.serviceWorker?.controller) return location.reload();
  isOtherLanguage = true;
  // Without a connection the worker asks by itself later, and finds them then.
  await findUpdate();
}

/** Registers the worker and follows its updates; call it after the first render. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const workbox = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' });
  let accepted = false;
  // True once another page has activated the update: no worker waits any more.
  let isReplaced = false;
  provideUpdate(() => {
    if (isReplaced) return reloadPage();
    accepted = true;
    workbox.messageSkipWaiting();
  });
  workbox.addEventListener('waiting', () => {
    setUpdateReady();
    // Found at a cold start, before anybody could begin something; or asked for in a form that is saved.
    if (isOtherLanguage ? isFinished() : performance.now() < COLD_START_MS && isSafe()) applyUpdate();
  });
  // The first worker takes the page over too; only an accepted update reloads it.
  workbox.addEventListener('controlling', () => {
    if (accepted) reloadPage();
    isReplaced = isUpdateReady();
  });
  let registration: Promise<unknown> | null = null;
  const register = () => (registration ??= workbox.register({ immediate: true }).catch(() => undefined));
  // `update` does nothing before `register`, and the worker of another page may control this one before that.
  findUpdate = () =>
    register()
      .then(() => workbox.update())
      .catch(() => undefined);
  // The first worker stores every file of the app. On a first visit that comes after the data of the page.
  if (navigator.serviceWorker.controller) void (isOtherLanguage ? findUpdate() : register());
  else afterFirstAnswers(queryClient, register);
  followLooks(workbox);
}

// Installed apps on iOS resume from a frozen picture and never look for updates by themselves.
function followLooks(workbox: Workbox): void {
  let checkedAt = Date.now();
  let hiddenAt: number | null = null;
  const check = () => {
    if (Date.now() - checkedAt < CHECK_AT_MOST_EVERY_MS) return;
    checkedAt = Date.now();
    void workbox.update().catch(() => undefined);
  };
  setInterval(check, CHECK_EVERY_MS);
  window.addEventListener('pageshow', check);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now();
      return;
    }
    const away = hiddenAt === null ? 0 : Date.now() - hiddenAt;
    hiddenAt = null;
    if (isUpdateReady() && away > SAFE_AFTER_HIDDEN_MS && isSafe()) applyUpdate();
    else check();
  });
}

interface OpenMessage {
  v: 1;
  type: 'open';
  url: string;
  nonce?: unknown;
}

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void;
}

/** Lets `go` open what a tapped notification, a launch or a cold start wants opened: paths of this app only. */
export function openFromOutside(go: (path: string) => void): void {
  const open = (path: string) => isOwnPath(path) && go(path);
  navigator.serviceWorker?.addEventListener('message', (event: MessageEvent<OpenMessage | null>) => {
    if (event.data?.v !== 1 || event.data.type !== 'open') return;
    open(event.data.url);
    event.ports[0]?.postMessage({ v: 1, type: 'opened', nonce: event.data.nonce });
  });
  navigator.serviceWorker?.startMessages();
  (window as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ targetURL }) => {
    if (targetURL === undefined) return;
    const url = new URL(targetURL, location.origin);
    if (url.origin === location.origin && !url.searchParams.has('source')) open(url.pathname + url.search + url.hash);
  });
  const left = (loaded?: string) =>
    void takeOpenUrl(Date.now()).then((url) => url !== null && location.origin + url !== loaded && open(url));
  // The worker stores the address also where the browser loads the page at it.
  left(performance.getEntriesByType('navigation')[0]?.name);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && left());
}
