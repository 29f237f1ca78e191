// Machines in groups by the version of their client, the most common first. Pure.

interface Versioned {
  clientVersion: string | null;
}

/** Machines with the same version; null for those that never reported one. */
export interface VersionGroup<T> {
  version: string | null;
  machines: readonly T[];
}

/** The groups, the largest first; equal ones by version, the newest first; the unknown one last. */
export function byVersion<T extends Versioned>(machines: readonly T[]): VersionGroup<T>[] {
  const groups = new Map<string | null, T[]>();
  for (const machine of machines) {
    const own = groups.get(machine.clientVersion);
    if (own) own.push(machine);
    else groups.set(machine.clientVersion, [machine]);
  }
  const rank = (version: string | null) => (version === null ? 1 : 0);
  return [...groups]
    .map(([version, own]) => ({ version, machines: own }))
    .toSorted(
      (a, b) =>
        rank(a.version) - rank(b.version) ||
        b.machines.length - a.machines.length ||
        (b.version ?? '').localeCompare(a.version ?? '', 'en', { numeric: true }),
    );
}
