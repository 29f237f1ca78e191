// Reloads of the page by the app itself.
let reloading = false;

/** True from the moment on in which the app reloads the page: nothing may ask about it, drafts stay. */
export const isReloading = (): boolean => reloading;

/** Reloads the page without a question. */
export function reloadPage(): void {
  reloading = true;
  location.reload();
}
