// Validation issues: each fault of an input as a path, a code and values. A form renders its own sentence from them.
import type * as z from 'zod/mini';

/** The rule that an input broke. Lengths count characters of a text or items of a list; limits are inclusive. */
export type ValidationRule =
  | { readonly code: 'required' | 'unknown_key' }
  | { readonly code: 'invalid_type'; readonly expected: string }
  | { readonly code: 'too_short' | 'too_small'; readonly minimum: number }
  | { readonly code: 'too_long' | 'too_big'; readonly maximum: number }
  | { readonly code: 'invalid_format'; readonly format: string }
  | { readonly code: 'invalid_value'; readonly values?: readonly string[] }
  | { readonly code: 'glob_too_complex'; readonly maximum: number }
  | { readonly code: 'glob_outside' };

/** Parameters of a `refine` whose issue has a code and values of its own; `error` ends an English API message. */
export const withIssue = (error: string, rule: ValidationRule) => ({ error, params: { rule } });

/** One fault of an input. `path` joins keys and indexes by dots, such as `permissions.0.model`; empty for the input itself. */
export type ValidationIssue = { readonly path: string } & ValidationRule;

/**
 * Returns the issues of a failed parse, in zod's order.
 *
 * @param input the parsed value: zod reports a missing key like one of a wrong type
 */
export const issuesOf = (error: z.core.$ZodError, input: unknown): ValidationIssue[] =>
  error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key): ValidationIssue => ({ path: [...issue.path, key].join('.'), code: 'unknown_key' }));
    const path = issue.path.join('.');
    return [valueAt(input, issue.path) === undefined ? { path, code: 'required' } : { path, ...ruleOf(issue) }];
  });

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
    input,
  );

const MEASURED_BY_LENGTH = new Set(['string', 'array', 'set', 'map', 'file']);

function ruleOf(issue: z.core.$ZodIssue): ValidationRule {
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'invalid_type', expected: issue.expected };
    case 'too_small':
      return {
        code: MEASURED_BY_LENGTH.has(issue.origin) ? 'too_short' : 'too_small',
        minimum: Number(issue.minimum),
      };
    case 'too_big':
      return { code: MEASURED_BY_LENGTH.has(issue.origin) ? 'too_long' : 'too_big', maximum: Number(issue.maximum) };
    case 'invalid_format':
      return { code: 'invalid_format', format: issue.format };
    case 'invalid_value':
      return { code: 'invalid_value', values: issue.values.map(String) };
    case 'custom':
      return (issue.params?.['rule'] as ValidationRule | undefined) ?? { code: 'invalid_value' };
    default:
      return { code: 'invalid_value' };
  }
}
