// The browsers of the tests: Chromium, and its headless shell, which is the same engine without windows.

/** Chromium as a person has it: with notifications, installed apps, and the preferences of a profile. */
export const chrome = { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] };

/**
 * The headless shell, or Chromium where there is none. To open a page takes 0.12 s of a core in the shell, and 0.47 s in
 * Chromium, which makes a window for it (decision 0060).
 */
export const headlessShell = { ...chrome, executablePath: process.env.HEADLESS_SHELL_PATH ?? chrome.executablePath };
