// The id of the live socket for HTTP requests. A file of its own, so that the HTTP client does not import the connection.
let currentId: () => string | null = () => null;

/** Sets the function that reads the id; the live connection does so when it starts. */
export const provideSocketId = (read: () => string | null): void => {
  currentId = read;
};

/** The id of the live socket while it is subscribed to events, else null. */
export const socketId = (): string | null => currentId();
