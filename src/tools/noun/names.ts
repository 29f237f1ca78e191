// The spellings of a noun in its files.

/** A noun in the spellings that the files need: `tag`, `tags`, `Tag`, `Tags`. */
export interface NounNames {
  readonly one: string;
  readonly many: string;
  readonly One: string;
  readonly Many: string;
}
