// The software version stamp, which the build of the server and of the client defines.
declare const BUILD_STAMP: string | undefined;

/** YYYY MMDD HHmm of the build, in UTC; the stamp of the specification where the sources run without a build. */
export const STAMP = typeof BUILD_STAMP === 'string' ? BUILD_STAMP : '2019 0615 0900';

/** The line that `--version` prints. */
export const versionLine = (version: string): string => `${version} (${STAMP})\n`;
