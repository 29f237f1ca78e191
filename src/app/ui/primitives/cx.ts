// Joining class names.

/** The names that are set, with a space between. */
export const cx = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');
