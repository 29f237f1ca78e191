// The date of the machine, which rate limits count by: a test moves it apart from the clock of its server.
import { vi } from 'vitest';

/** Sets the date of this process ahead; it stands still from then on. */
export const advanceDate = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

/** Sets the date of this process; it stands still from then on. */
export const setDate = (at: string): void => void vi.setSystemTime(at);

/** The date is the real one again. */
export const restoreDate = (): void => void vi.useRealTimers();
