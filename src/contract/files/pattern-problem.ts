// Reasons why a file name rule cannot work: a code with its values for screens, and an English message for API users.

/** The rule that a pattern or a format breaks. */
export type PatternProblemCode =
  | 'too-long'
  | 'too-big'
  | 'lookaround'
  | 'backreference'
  | 'syntax'
  | 'not-a-group'
  | 'missing-group'
  | 'time-without-date'
  | 'unknown-token'
  | 'repeated-token'
  | 'misplaced-token'
  | 'missing-token';

/** `values` has the parts of a sentence: `max`, `field`, `group`, `count`, `token`, `tokens` or `detail`. */
export interface PatternProblem {
  ok: false;
  code: PatternProblemCode;
  values: Readonly<Record<string, string | number>>;
  /** English, for API users; screens write their own sentence from the code. */
  message: string;
}

const messages: Record<PatternProblemCode, (values: PatternProblem['values']) => string> = {
  'too-long': ({ max }) => `A pattern may have at most ${max} characters.`,
  'too-big': () => 'The repeats in this pattern multiply to too much: use smaller counts, or * and +.',
  lookaround: () => 'A pattern cannot look ahead or behind ((?=, (?!, (?<=, (?<!): such patterns can hang.',
  backreference: () => 'A pattern cannot refer back to an earlier group (\\1, \\k<name>): such patterns can hang.',
  syntax: ({ detail }) => (detail === '' ? 'This is not a pattern.' : `This is not a pattern: ${detail}.`),
  'not-a-group': ({ field }) => `${field} must be a whole number, 0 or more.`,
  'missing-group': ({ field, group, count }) => `${field} is ${group}, but the pattern has only ${count} group(s).`,
  'time-without-date': () => 'timeField needs a dateField.',
  'unknown-token': ({ field, token }) =>
    `${field}: "${token}" is not known; write YYYY, YY, MM, DD, HH, mm, ss, and other letters in [brackets].`,
  'repeated-token': ({ field, token }) => `${field}: "${token}" says again what an earlier part says.`,
  'misplaced-token': ({ field, token }) => `${field}: "${token}" does not belong here.`,
  'missing-token': ({ field, tokens }) => `${field} lacks ${tokens}.`,
};

/** Makes the result of a check that failed. */
export const patternProblem = (code: PatternProblemCode, values: PatternProblem['values'] = {}): PatternProblem => ({
  ok: false,
  code,
  values,
  message: messages[code](values),
});
