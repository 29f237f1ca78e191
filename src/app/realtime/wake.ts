// Wakes the live connection. A file of its own, so that callers do not import the connection.
let wake: () => void = () => undefined;

/** Sets the function that wakes it; the live connection does so when it starts. */
export const provideWake = (by: () => void): void => {
  wake = by;
};

/** Connects at once, or checks that the connection works. */
export const wakeLive = (): void => wake();
