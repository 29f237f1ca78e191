// The files that wait to be sent: bounded by the findings of the scans, oldest first, each file once.
import type { Found } from './scan.ts';

/** A found backup on its way; times in milliseconds. */
export type Item = Found & {
  /** Set once its run has begun. */
  runId: string | null;
  /** Set once its bytes have been hashed. */
  sha256: string | null;
  /** Being sent now. */
  busy: boolean;
  fails: number;
  breaks: number;
  changes: number;
  /** Changed under our hands: what it is now the next scan must say. */
  left: boolean;
  notBefore: number;
};
export type Queue = {
  /** Takes over what a scan of one fileset found. `matched`: every path there is, or null when the scan could not see
   * them all. Answers the items with a begun run whose file is gone. */
  offer: (fileset: string, fresh: Found[], matched: Set<string> | null) => Item[];
  /** Drops what belongs to filesets that no longer exist, and answers those with a begun run. */
  keepOnly: (filesets: Set<string>) => Item[];
  /** The oldest item that may be sent now, or how long (ms) until the next may; null when there is none to wait for. */
  next: (now: number) => Item | number | null;
  remove: (item: Item) => void;
  /** Forgets every delay; of one system, or of all for null. */
  hurry: (system: string | null) => void;
};

const keyOf = ({ fileset, path }: Found) => `${fileset}\n${path}`;
const isSame = (a: Found, b: Found) =>
  a.size === b.size && a.mtimeMs === b.mtimeMs && a.name === b.name && a.date === b.date;

export function makeQueue(): Queue {
  const items = new Map<string, Item>();
  const drop = (leaves: (item: Item) => boolean) => {
    const left = [...items.values()].filter((item) => !item.busy && leaves(item));
    for (const item of left) items.delete(keyOf(item));
    return left.filter(({ runId }) => runId !== null);
  };
  return {
    offer(fileset, fresh, matched) {
      for (const found of fresh) {
        const known = items.get(keyOf(found));
        if (known && isSame(known, found)) {
          known.left = false;
          continue;
        }
        // A file that was overwritten while it waited goes on with the run that it began.
        const { runId = null, changes = 0 } = known ?? {};
        const fate = { sha256: null, busy: false, fails: 0, breaks: 0, left: false, notBefore: 0 };
        items.set(keyOf(found), { ...found, ...fate, runId, changes });
      }
      return drop((item) => matched !== null && item.fileset === fileset && !matched.has(item.path));
    },
    keepOnly: (filesets) => drop(({ fileset }) => !filesets.has(fileset)),
    next(now) {
      let oldest: Item | null = null;
      let soonest: number | null = null;
      for (const item of items.values()) {
        if (item.left) continue;
        const wait = item.notBefore - now;
        if (wait > 0) soonest = Math.min(soonest ?? wait, wait);
        else if (!oldest || isOlder(item, oldest)) oldest = item;
      }
      return oldest ?? soonest;
    },
    remove(item) {
      if (items.get(keyOf(item)) === item) items.delete(keyOf(item));
    },
    hurry(system) {
      for (const item of items.values()) if (system === null || item.system === system) item.notBefore = 0;
    },
  };
}

function isOlder(a: Item, b: Item): boolean {
  return a.date === b.date ? a.path < b.path : a.date < b.date;
}
