// Called by the test runner's own process: what its workers shared goes when the run ends.
import { rmSync } from 'node:fs';
import { sharedBy } from './test-database.ts';

export const teardown = (): void => rmSync(sharedBy(process.pid), { recursive: true, force: true });
