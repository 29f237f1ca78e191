// The parts of a label that the typed words match.

/** A part of a label. */
export interface LabelPart {
  text: string;
  isMatch: boolean;
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Splits a label at the words of the term, in any letter case; the parts in order are the whole label. */
export function partsOf(label: string, term: string): readonly LabelPart[] {
  const words = term.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [{ text: label, isMatch: false }];
  // A longer word first: of "no" and "norra" the longer one is marked.
  const anyWord = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => escaped(word))
    .join('|');
  // The capture keeps each match as an element of the split, at the odd places.
  return label
    .split(new RegExp(`(${anyWord})`, 'iu'))
    .map((text, place) => ({ text, isMatch: place % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
