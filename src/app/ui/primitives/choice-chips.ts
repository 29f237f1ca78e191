// Chips of which one is pressed: all, or one of several choices.
import type { ListChip } from '#app/ui/list/list-tools.tsx';

type Choice = Omit<ListChip, 'pressed' | 'onPress'>;

/** The chip for all, and one for each choice; pressing the chosen one again chooses all. */
export function choiceChips<C extends Choice>(
  all: Omit<Choice, 'id'>,
  choices: readonly C[],
  chosen: C['id'] | undefined,
  onChoose: (id: C['id'] | undefined) => void,
): ListChip[] {
  return [
    { ...all, id: 'all', pressed: chosen === undefined, onPress: () => onChoose(undefined) },
    ...choices.map((choice) => ({
      ...choice,
      pressed: choice.id === chosen,
      onPress: () => onChoose(choice.id === chosen ? undefined : choice.id),
    })),
  ];
}
