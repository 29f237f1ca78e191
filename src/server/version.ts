// The version of the program, as the API page names it.
export const VERSION = '0.1.0';
