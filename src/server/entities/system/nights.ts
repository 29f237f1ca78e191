// The last 28 nights of several systems together: how many were backed up in time, late, or not at all.
const NIGHTS = 28;

/** The counts of one night. */
export interface Night {
  ok: number;
  missed: number;
  late: number;
}

/** The meaning of each letter of the strip. */
const COUNTED: Readonly<Record<string, keyof Night>> = { o: 'ok', m: 'missed', l: 'late' };

/** 28 nights without a system, oldest first. */
export const newNights = (): Night[] => Array.from({ length: NIGHTS }, () => ({ ok: 0, missed: 0, late: 0 }));

/** Adds the strip of one system. */
export function addNights(nights: Night[], strip: string): void {
  nights.forEach((night, index) => {
    const counted = COUNTED[strip.charAt(index)];
    if (counted) night[counted] += 1;
  });
}
