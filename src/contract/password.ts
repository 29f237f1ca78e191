// Limits of a password's length. Without a schema, so that screens can show them without loading zod.

/** Fewest characters of a new password. */
export const MIN_PASSWORD = 10;
/** Most characters of a new password. */
export const MAX_PASSWORD = 200;
