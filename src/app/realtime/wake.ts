// Where the running live connection can be woken from, without importing it.
let wake: () => void = () => undefined;

/** Told once by the start of the app. */
export const provideWake = (by: () => void): void => {
  wake = by;
};

/** Tries the live connection at once, or checks that it lives. */
export const wakeLive = (): void => wake();
