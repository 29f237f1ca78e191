// The fields of a system as text, in the list of what a save changes.
import { expect, onTestFinished, test } from 'vitest';
import { systemFields } from '#app/features/system-settings/system-form.ts';
import { setLanguage } from '#text/language.ts';

test('no schedule and no retention have the gender of their nouns in German', () => {
  onTestFinished(() => setLanguage('en'));
  setLanguage('de');
  const { schedule, retention } = systemFields();
  expect([schedule.text?.(null), retention.text?.(null)]).toEqual(['Keiner', 'Keine']);
});
