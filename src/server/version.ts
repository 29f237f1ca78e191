// The version of the program, as it tells its clients.
export const VERSION = '0.1.0';
