// The text form of instants: all are stored and compared in one form, whose text order is their time order.

const FORM = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)?$/;

/**
 * Normalizes an ISO 8601 instant with Z to `2026-11-21T02:58:00.000Z`, cut to milliseconds; null for anything else.
 * A day becomes its first instant in UTC.
 */
export function instantOf(text: string): string | null {
  const day = FORM.exec(text)?.[1];
  const at = day === undefined ? Number.NaN : Date.parse(text);
  if (day === undefined || Number.isNaN(at)) return null;
  const instant = new Date(at).toISOString();
  // Rejects the 30th of February, which Date.parse accepts as a day in March.
  return instant.startsWith(day) ? instant : null;
}
