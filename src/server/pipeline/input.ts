// Parses what a request sent against its call: declared keys only, one sentence for each fault.
import * as z from 'zod/mini';
import { unwrapSchema, type Call } from '#contract/define.ts';
import { badInput } from '#contract/errors.ts';
import { issuesOf, type ValidationIssue } from '#contract/validation-issues.ts';
import { ApiError } from './errors.ts';
import type { Row } from '#server/db/engine.ts';

// Without a locale each issue reads "Invalid input". The app has sentences of its own and needs none.
z.config(z.locales.en());

/** Clients send a whole record back: what they may not set is passed over, as the wire contract has it. */
const PASSED_OVER = new Set(['id', 'createdAt', 'updatedAt', 'editedAt', '_csrf']);
const MAX_DETAILS = 20;

/**
 * @param texts which of the params came as text: a number or a truth is read out of them where one is declared
 * @throws ApiError E_INVALID_NEW_RECORD | E_INVALID_VALUES_TO_SET | E_INVALID_CRITERIA, each detail as `field: rule`
 */
export function readInput(call: Call, params: Record<string, unknown>, texts: ReadonlySet<string>): Row {
  const { shape } = call.input;
  // Criteria are in the query over HTTP: over a socket they mean the same.
  const asks = call.method === 'GET' || call.method === 'DELETE';
  const faults: string[] = [];
  const issues: ValidationIssue[] = [];
  const values: Row = {};
  for (const [key, value] of Object.entries(params)) {
    if (Object.hasOwn(shape, key)) values[key] = asks || texts.has(key) ? coerce(shape[key], value) : value;
    else if (!PASSED_OVER.has(key)) {
      faults.push(`${key.slice(0, 100)}: is not a known parameter`);
      issues.push({ path: key.slice(0, 100), code: 'unknown_key' });
    }
  }
  const parsed = call.input.safeParse(values);
  const withNul = parsed.success ? Object.keys(values).filter((key) => hasNul(values[key])) : [];
  faults.push(...(parsed.error?.issues.map(sentence) ?? []), ...withNul.map((key) => `${key}: must not contain NUL`));
  issues.push(
    ...(parsed.error ? issuesOf(parsed.error, values) : []),
    ...withNul.map((path): ValidationIssue => ({ path, code: 'invalid_value' })),
  );
  if (!parsed.success || faults.length > 0) {
    const errorDetails = { details: faults.slice(0, MAX_DETAILS), issues: issues.slice(0, MAX_DETAILS) };
    throw new ApiError(badInput(call), faults[0] ?? 'Bad input', errorDetails);
  }
  return parsed.data;
}

const sentence = (issue: z.core.$ZodIssue): string =>
  `${issue.path.join('.') || 'body'}: ${issue.message.slice(0, 200)}`;

/** A query string knows only text; a number or a truth is read out of it where one is declared. */
function coerce(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (typeof value !== 'string' || !schema) return value;
  const bare = unwrapSchema(schema);
  if (bare instanceof z.ZodMiniBoolean) return value === 'true' ? true : value === 'false' ? false : value;
  if (bare instanceof z.ZodMiniLiteral) return bare.def.values.find((one) => String(one) === value) ?? value;
  if (bare instanceof z.ZodMiniNumber && value.trim() !== '')
    return Number.isFinite(Number(value)) ? Number(value) : value;
  return value;
}

/** PostgreSQL cannot hold a NUL in text; both engines refuse it alike. Only for what its schema took: that is shallow. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
}
