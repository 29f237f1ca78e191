// UUIDv7: ids that sort by the moment they were made.
import { v7 } from 'uuid';

/** @param msecs epoch milliseconds of the clock that the caller owns */
export const uuidv7 = (msecs: number): string => v7({ msecs });
