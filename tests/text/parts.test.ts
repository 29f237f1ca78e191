// Messages with marked words: each gives its parts, from which a screen draws them.
import { expect, test } from 'vitest';
import * as messages from '#text/messages.js';

interface WithParts {
  (inputs: object): string;
  parts?: (inputs: object) => { type: string }[];
}

const marked = Object.entries(messages as unknown as Record<string, WithParts>).flatMap(([name, { parts }]) =>
  parts ? [{ name, parts }] : [],
);

test('every message with marked words gives its parts', () => {
  expect(marked.length).toBeGreaterThan(10);
  for (const { name, parts } of marked) {
    const types = parts({ count: 2 }).map(({ type }) => type);
    expect(types, name).toContain('text');
  }
});
