// Limits of a password's length, in characters; the server checks them and the screens show them.
export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;
