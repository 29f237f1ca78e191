// Scrolls an element to the middle of its row, such as the current tab. Not `scrollIntoView`: it would move the page too.

const middleOf = (el: Element): number => {
  const { x, width } = el.getBoundingClientRect();
  return x + width / 2;
};

/** Scrolls `row` sideways. jsdom has no `scrollBy`. */
export const scrollToMiddle = (row: Element, el: Element): void => row.scrollBy?.(middleOf(el) - middleOf(row), 0);
