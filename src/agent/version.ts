// The version of this client, as told to the server: the same as the package's, held equal by a test.
export const VERSION = '0.1.0';
