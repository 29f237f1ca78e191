// The tense of a sentence about a state: past where the answer is not fresh, or the moment is over.

export type Tense = 'past' | 'present';

export const tenseOf = (past: boolean): Tense => (past ? 'past' : 'present');
