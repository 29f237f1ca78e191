// Validates the input of a call in the browser, with the same issues as the server answers.
import { issuesOf } from '#contract/validation-issues.ts';
import type { Validate } from '#app/ui/form/form-types.ts';

/** The input schema of a call, as zod makes it. */
export interface InputSchema {
  safeParse(input: unknown): { success: true } | { success: false; error: Parameters<typeof issuesOf>[0] };
}

/** A validation by the input schema of a call. */
export const validateWith =
  (schema: InputSchema): Validate =>
  (input) => {
    const result = schema.safeParse(input);
    return result.success
      ? []
      : issuesOf(result.error, input).map((issue) => ({ ...issue, path: issue.path.split('.') }));
  };
