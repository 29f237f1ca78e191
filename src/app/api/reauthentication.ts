// Asks the person to prove again who they are, where a call needs a fresh sign-in.

let prompt: (() => Promise<boolean>) | null = null;
let running: Promise<boolean> | null = null;

/** Sets what asks; it resolves to true once the person has signed in again. Returns the function that takes it away. */
export function provideReauthentication(run: () => Promise<boolean>): () => void {
  prompt = run;
  return () => {
    if (prompt === run) prompt = null;
  };
}

/** Calls at the same time share one question. False if the person declined, or nothing can ask. */
export const reauthenticate = (): Promise<boolean> =>
  (running ??= (prompt?.() ?? Promise.resolve(false)).catch(() => false).finally(() => (running = null)));
