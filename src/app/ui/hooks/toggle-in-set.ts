// A choice of several things: one more, or one less.

/** The same ids without this one where it is among them, else with it. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
