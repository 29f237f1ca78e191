// The language of the pages, between the app, which knows what a person chose, and the server, which has a build for each.

/** The cookie with the language that the person chose; without it the first language of the browser counts. */
export const LANGUAGE_COOKIE = 'bw_language';
