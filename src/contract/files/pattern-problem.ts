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
}

const messages: Record<PatternProblemCode, (values: PatternProblem['values']) => string> = {
  'too-long': ({ max }) => `A pattern may have at most ${max} characters.`,
  'too-big': () => 'The repeats in this pattern expand to too many steps. Use smaller counts, or * and +.',
  lookaround: () => 'Lookahead and lookbehind ((?=, (?!, (?<=, (?<!) are not supported.',
  backreference: () => 'Backreferences (\\1, \\k<name>) are not supported.',
  syntax: ({ detail }) => (detail === '' ? 'The pattern is not valid.' : `The pattern is not valid: ${detail}.`),
  'not-a-group': ({ field }) => `${field} must be a whole number, 0 or more.`,
  'missing-group': ({ field, group, count }) =>
    `${field} is ${group}, but the pattern has only ${count} ${count === 1 ? 'group' : 'groups'}.`,
  'time-without-date': () => 'timeField needs a dateField.',
  'unknown-token': ({ field, token }) =>
    `${field}: "${token}" is not a known token. Use YYYY, YY, MM, DD, HH, mm and ss, and put other letters in [brackets].`,
  'repeated-token': ({ field, token }) => `${field}: "${token}" repeats an earlier token.`,
  'misplaced-token': ({ field, token }) => `${field}: "${token}" is not allowed in this format.`,
  'missing-token': ({ field, tokens }) => `${field} must contain ${tokens}.`,
};

/** The rule that is broken, in English, for API users; screens write their own sentence from the code. */
export const problemMessage = ({ code, values }: PatternProblem): string => messages[code](values);

/** Makes the result of a check that failed. */
export const patternProblem = (code: PatternProblemCode, values: PatternProblem['values'] = {}): PatternProblem => ({
  ok: false,
  code,
  values,
});
