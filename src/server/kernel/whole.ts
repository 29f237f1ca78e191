// Objects of many properties, made whole: one that gets a few more afterwards takes many times as long, and is slow to read,
// to copy and to say as JSON ever after. V8 has no room left in a copy: what begins with `...row` takes a microsecond for each
// name that the row has not, and nothing for those that stand before it.
import type { Row } from './store.ts';

/**
 * Makes what makes `{ ...row, ...more }`, of nothing but these properties. What the row has not is undefined.
 *
 * @param more names what is taken from the second object
 */
export function wholeOf<Key extends string>(
  names: readonly string[],
  more: readonly Key[],
): (row: Row, more: Record<Key, unknown>) => Row {
  const from = (object: string, keys: readonly string[]) =>
    keys.map((key) => `${JSON.stringify(key)}: ${object}[${JSON.stringify(key)}]`);
  const added = new Set<string>(more);
  const properties = [
    ...from(
      'row',
      names.filter((name) => !added.has(name)),
    ),
    ...from('more', more),
  ];
  // Made of names in the code alone.
  return new Function('row', 'more', `return {${properties.join()}}`) as ReturnType<typeof wholeOf<Key>>;
}
