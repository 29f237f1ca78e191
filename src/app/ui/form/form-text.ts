// Every sentence that the form kit says by itself.

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
const counted = (count: number): string => numbers[count] ?? String(count);

/** Sentences of the kit; counts of nouns are spelled out up to nine. */
export const formText = {
  thingsToFix: (count: number) => `${counted(count)} ${count === 1 ? 'thing' : 'things'} to fix`,
  notSaved: 'Not saved',
  notSavedYet: (names: readonly string[]) => `Not saved yet: ${names.join(', ')}`,
  unsaved: 'not saved yet',
  empty: 'Empty',
  secretUnchanged: 'Unchanged',
  secretNew: 'Replaced',
  secretSet: 'Set, hidden',
  replace: 'Replace',
  keepOld: 'Keep the old one',
  show: 'Show',
  hide: 'Hide',
  less: (label: string) => `Less: ${label}`,
  more: (label: string) => `More: ${label}`,
  choose: 'Choose',
  search: 'Search',
  nothingFound: 'Nothing matches',
  moreMatches: (count: number) => `${count} more. Type to narrow the list.`,
  leaveTitle: 'Leave without saving?',
  leaveDetail: (count: number) => `${counted(count)} ${count === 1 ? 'change is' : 'changes are'} only on this device.`,
  discard: (count: number) => (count === 1 ? 'Discard' : count === 2 ? 'Discard both' : `Discard all ${count}`),
  keepEditing: 'Keep editing',
  saveAndLeave: 'Save and leave',
  moreChanges: (count: number) => `and ${count} more`,
  somebody: 'Somebody else',
  savedFirst: (by: string | null) => `${by ?? 'Somebody else'} saved first`,
  mergeDetail: (count: number, at: string | null) => {
    const when = at === null ? 'While you were editing.' : `At ${at}, while you were editing.`;
    if (count === 0) return `${when} No field differs: save to keep both changes.`;
    return `${when} ${counted(count)} ${count === 1 ? 'field differs' : 'fields differ'}: choose which to keep.`;
  },
  was: (value: string) => `was ${value}`,
  yours: 'Yours',
  theirs: (by: string | null, at: string | null) => [by ?? 'Theirs', at].filter((part) => part !== null).join(', '),
  onlyYou: 'only you changed it',
  onlyThey: (by: string | null) => `only ${by ?? 'they'} changed it`,
  changedMeanwhile: 'Changed by somebody else while you were editing.',
  keepYours: 'Keep yours',
  takeTheirs: 'Take theirs',
  saveMerged: 'Save merged',
  takeTheirsTitle: 'Take theirs?',
  takeTheirsDetail: 'Your changes are discarded.',
} as const;
