// Toggling one id of a selection.

/** A copy of `ids` without `id` where it is in there, else with it. */
export function toggleInSet(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
