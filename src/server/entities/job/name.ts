// The name of a job in the activity: "update 12 systems".
import type { Row } from '#server/db/engine.ts';

/** Returns a name for the record of a job. */
export const jobName = ({ action, total }: Row): string => `${action} ${total} ${total === 1 ? 'system' : 'systems'}`;
