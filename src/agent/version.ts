// The version of this client, as reported to the server: the same as the package's, checked by a test.
export const VERSION = '0.1.0';
