// What makes the app one that can be installed is named late: see the build, which takes it out of the page.

/** The first picture is drawn by then, and the live connection under way. */
const LATER_MS = 1000;

/** Once for each page. */
export function addManifestLink(): void {
  setTimeout(() => {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = '/manifest.webmanifest';
    document.head.append(link);
  }, LATER_MS);
}
