// A rule that a form adds to the input schema of a call.
import * as z from 'zod/mini';

/**
 * Returns the schema with one more rule. A value that breaks it has an issue at `path`, also where other attributes are at
 * fault: a change is checked without the id of its record.
 */
export const withRule = <S extends z.ZodMiniType>(
  schema: S,
  path: string,
  isValid: (value: z.output<S>) => boolean,
): S => schema.check(z.refine(isValid, { path: [path], when: () => true }));
