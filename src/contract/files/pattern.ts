// File name rules: compiles a pattern with a linear-time engine, and reads a name and an instant from file names.
import { RE2JS } from 're2js';
import { type Compiled, type CompiledRule, type NameReading, type NameRule, ruleOf } from './name-rule.ts';
import { patternProblem, problemMessage, type PatternProblem } from './pattern-problem.ts';
import { PATTERN_MAX_LENGTH, PATTERN_MAX_STEPS, patternSteps } from './pattern-size.ts';

/** The highest count of a repeat that the engine takes. */
const MOST_REPEATS = 1000;

/**
 * Compiles an untrusted pattern; matching is linear in the length of the name. Never throws.
 * The pattern searches: use ^ and $ to match the whole name.
 */
export function compilePattern(source: string): Compiled {
  if (source.length > PATTERN_MAX_LENGTH) return patternProblem('too-long', { max: PATTERN_MAX_LENGTH });
  if (patternSteps(source) > PATTERN_MAX_STEPS) return patternProblem('too-big');
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source);
  } catch (error) {
    return explain(source, error);
  }
  if (compiled.programSize() > PATTERN_MAX_STEPS) return patternProblem('too-big');
  const groupCount = compiled.groupCount();
  const match = (name: string) => {
    const matcher = compiled.matcher(name);
    if (!matcher.find()) return null;
    return { groups: Array.from({ length: groupCount + 1 }, (_, group) => matcher.group(group) ?? '') };
  };
  return { ok: true, groupCount, match };
}

function explain(source: string, error: unknown): PatternProblem {
  if (/\(\?<?[=!]/.test(source)) return patternProblem('lookaround');
  if (/(?:^|[^\\])(?:\\\\)*\\(?:[1-9]|k[<{'])/.test(source)) return patternProblem('backreference');
  const detail = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
  return isHugeRepeat(detail) ? patternProblem('too-big') : patternProblem('syntax', { detail });
}

/** The engine has the same sentence for counts above its limit, and for counts the wrong way round. */
const isHugeRepeat = (detail: string): boolean =>
  detail.startsWith('invalid repeat count') &&
  (detail.match(/\d+/g) ?? []).some((count) => Number(count) > MOST_REPEATS);

/** Compiles a rule once for many names; also validates it when it is saved. */
export const compileRule = (rule: NameRule): CompiledRule => ruleOf(rule, compilePattern(rule.pattern));

/** Reads one file name by a rule. Use `compileRule` for many names. Never throws. */
export function readName(rule: NameRule, fileName: string, mtime: string, timeZone: string): NameReading {
  const compiled = compileRule(rule);
  if (!compiled.ok) return { error: problemMessage(compiled), reason: 'bad-rule' };
  return compiled.read(fileName, mtime, timeZone);
}
