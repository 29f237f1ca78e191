// Counts in sentences: every one is written with the separators of the language.
import { expect, test } from 'vitest';
import * as messages from '#text/messages.js';
import catalogue from '#text/en/alarms.json' with { type: 'json' };
import { writeNumbers } from '../../src/tools/text.mjs';

type Message = (inputs: object) => string;

test('no message that takes a count writes a thousand without its separator', () => {
  const inputs = { count: 4321, all: 4321, ok: 4321, late: 4321, missed: 4321, clear: 4321, done: 4321 };
  const written = Object.entries(messages as unknown as Record<string, Message>).flatMap(([name, message]) =>
    typeof message === 'function' ? [{ name, text: String(message(inputs)) }] : [],
  );
  expect(written.filter(({ text }) => text.includes('4,321')).length).toBeGreaterThan(150);
  expect(written.filter(({ text }) => text.includes('4321'))).toEqual([]);
  expect(catalogue['alarms_acknowledge_all']).toBe('Acknowledge all {count}');
});

test('an input that a plural is chosen by is a count, whatever its name; names and times are not', () => {
  const compiled = [
    'const de_one = (i) => {const plural = registry.plural("de", i?.phones, {});',
    '\treturn (`${i?.phones} von ${i?.name}`)',
    '};',
  ].join('\n');
  expect(writeNumbers(compiled)).toContain('`${registry.number("de", i?.phones)} von ${i?.name}`');
  expect(writeNumbers('const en_two = (i) => {\n\treturn (`at ${i?.time}`)\n};')).not.toContain('registry');
});

test('a count that was shortened before stays as it is', () => {
  const { alarms_acknowledge_all: write } = messages as unknown as Record<string, Message>;
  expect([write?.({ count: '25k' }), write?.({ count: 25_000 })]).toEqual([
    'Acknowledge all 25k',
    'Acknowledge all 25,000',
  ]);
});
