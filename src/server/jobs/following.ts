// Changes that many systems follow: slice by slice, and whatever waits comes in between.
import { followOn } from '#server/entities/following.ts';
import { nearestIn } from './due.ts';
import type { House } from './house-keeper.ts';
import type { Source } from './scheduler.ts';
import { nextTurn } from '#server/pipeline/event-loop.ts';

/** A retention of ten thousand systems looks through all of their backups. */
const PATIENCE_MS = 600_000;

export function followingSource(house: House): Source {
  let stopped = false;
  return {
    name: 'following',
    patienceMs: PATIENCE_MS,
    nearest: nearestIn(house, 'following', 'createdAt'),
    stop: () => void (stopped = true),
    async run() {
      for (let slices = 0; ; slices += 1) {
        if (stopped || !(await house.write((unit) => followOn(unit, house.services)))) return slices;
        await nextTurn();
      }
    },
  };
}
