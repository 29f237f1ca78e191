// A retention rule in words: short for lists, a sentence for its form. Pure.
import { type Reader, formatList } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { RetentionRule } from '#contract/retention.ts';

export type RetentionUnit = keyof RetentionRule;

/** From the finest to the coarsest, as rules are written. */
export const retentionUnits = ['days', 'weeks', 'months', 'years'] as const satisfies readonly RetentionUnit[];

/** The largest number of each unit that the server accepts. */
export const unitLimits: RetentionRule = { days: 10_000, weeks: 10_000, months: 10_000, years: 1000 };

const shortTexts: Record<RetentionUnit, (count: number) => string> = {
  days: (count) => m.retentions_days_short({ count }),
  weeks: (count) => m.retentions_weeks_short({ count }),
  months: (count) => m.retentions_months_short({ count }),
  years: (count) => m.retentions_years_short({ count }),
};
const longTexts: Record<RetentionUnit, (count: number) => string> = {
  days: (count) => m.retentions_days_long({ count }),
  weeks: (count) => m.retentions_weeks_long({ count }),
  months: (count) => m.retentions_months_long({ count }),
  years: (count) => m.retentions_years_long({ count }),
};

/** One unit of a rule: "14 d". */
export const shortUnit = (unit: RetentionUnit, count: number): string => shortTexts[unit](count);

/** One unit of a rule: "14 days". */
export const longUnit = (unit: RetentionUnit, count: number): string => longTexts[unit](count);

/** True for the rule of zeros, which keeps every backup. */
export const keepsAll = (rule: RetentionRule): boolean => retentionUnits.every((unit) => rule[unit] === 0);

/** False while a number is typed that the server would not accept. */
export const isValidRule = (rule: RetentionRule): boolean =>
  retentionUnits.every((unit) => Number.isInteger(rule[unit]) && rule[unit] >= 0 && rule[unit] <= unitLimits[unit]);

/** "14 d, 8 w, 12 m, 2 y", without the units that are zero. */
export const shortRule = (rule: RetentionRule): string =>
  keepsAll(rule)
    ? m.retentions_keeps_all()
    : retentionUnits
        .filter((unit) => rule[unit] > 0)
        .map((unit) => shortUnit(unit, rule[unit]))
        .join(', ');

/** "14 days, 8 weeks, 12 months and 2 years stay.", without the units that are zero. */
export function ruleSentence(rule: RetentionRule, reader: Pick<Reader, 'locale'>): string {
  if (keepsAll(rule)) return m.retentions_keeps_all_sentence();
  const units = retentionUnits.filter((unit) => rule[unit] > 0);
  const count = units.reduce((sum, unit) => sum + rule[unit], 0);
  return m.retentions_stay({
    units: formatList(
      units.map((unit) => longUnit(unit, rule[unit])),
      reader,
    ),
    count,
  });
}

/** "23 systems follow it." */
export const followersText = (systems: number): string =>
  systems === 0 ? m.retentions_unused() : m.retentions_followers({ count: systems });
