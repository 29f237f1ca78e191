// Instants as text: all are kept and compared in one form, in which they sort as they follow each other.

const FORM = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?$/;

/**
 * The one form, `2026-11-21T02:58:00.000Z`, of an ISO 8601 instant with Z of any precision, cut to milliseconds, or of a
 * day, which is its first instant in UTC; null for anything else.
 */
export function instantOf(text: string): string | null {
  const day = FORM.exec(text)?.[1];
  const at = day === undefined ? Number.NaN : Date.parse(text);
  if (day === undefined || Number.isNaN(at)) return null;
  const instant = new Date(at).toISOString();
  // The 30th of February would else be a day in March.
  return instant.startsWith(day) ? instant : null;
}
