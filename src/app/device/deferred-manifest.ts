// Adds the web app manifest to the page after the start: the build removes it from the page (decision 0025).

/** By then the first page is painted and the live connection has started, ms. */
const LATER_MS = 1000;

/** Adds the link to the manifest; call it once for each page. */
export function addManifestLink(): void {
  setTimeout(() => {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = '/manifest.webmanifest';
    document.head.append(link);
  }, LATER_MS);
}
