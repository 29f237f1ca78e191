// The version of the program, as the API page names it, and the stamp of its build, as check-user tells it.
export const VERSION = '0.1.0';

declare const BUILD_STAMP: string | undefined;

/** YYYY MMDD HHmm of the build, in UTC; the seed's own where the sources run without one. */
export const STAMP = typeof BUILD_STAMP === 'string' ? BUILD_STAMP : '2019 0615 0900';
