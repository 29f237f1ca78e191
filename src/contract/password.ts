// How long a password may be: the server refuses with it, the screens say it before.
export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;
