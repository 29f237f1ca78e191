// Matches names as the client does. picomatch, which the client uses, would add 9 kB (gzip) to the page.
import { isCheapGlob } from '#contract/files/glob.ts';

/** After a segment. Optional at the end, where a last ** matches no more segments. */
const END = '(?:/|$)';
const ANY_SEGMENTS = `(?:(?!\\.)[^/]+${END})*`;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** One segment as a regular expression. A wildcard at its start does not match a dot. */
function segmentSource(segment: string): string {
  const source = segment.replaceAll(
    /\\(.)|(\*+)|(\?)|\[(\^?)([^\]]+)\]|\{(\w+)\.\.(\w+)\}|[()]|./gu,
    (all, literal, stars, one, not, set, from, to, at: number) => {
      if (literal) return escaped(literal);
      if (stars) return at === 0 ? '(?=[^./])[^/]*' : '[^/]*';
      if (one) return at === 0 ? '[^./]' : '[^/]';
      if (not) return `[^/${set}]`;
      // As in Bash, [ab] also matches itself.
      if (set) return /[-*+?.^${}(|)[\]]/.test(set) ? `[${set}]` : `(?:${escaped(all)}|[${set}])`;
      if (from) return `[${[from, to].toSorted().join('-')}]`;
      return all === '(' || all === ')' ? all : escaped(all);
    },
  );
  return source + END;
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '' && segment !== '.');
const ends = (path: readonly string[]): string[][] => path.map((_, index) => path.slice(index));
const isAbsolute = (path: string): boolean => /^(?:[a-z]:)?\//i.test(path);

/** Calls `test` with each glob that the choices in braces stand for, until one is true. */
function someChoice(glob: string, test: (glob: string) => boolean): boolean {
  const found = /(?<!\\)\{([^{}]*,[^{}]*)\}/.exec(glob);
  if (!found) return test(glob);
  const [all, choices = ''] = found;
  const [before, after] = [glob.slice(0, found.index), glob.slice(found.index + all.length)];
  return choices.split(',').some((choice) => someChoice(before + choice + after, test));
}

/**
 * Returns whether the glob matches the name. A name may begin with folders: a relative one lies anywhere below the start of
 * the glob, and a relative glob begins in any folder of an absolute name. `windows`: ignores case, accepts backslashes.
 */
export function matchesGlob(glob: string, name: string, windows: boolean): boolean {
  const [rule, path] = windows ? [glob.replaceAll('\\', '/'), name.replaceAll('\\', '/')] : [glob, name];
  // The client does not run these.
  if (!isCheapGlob(rule) || /^!|\/$/.test(rule)) return false;
  const segments = segmentsOf(path);
  const paths = isAbsolute(path) && !isAbsolute(rule) ? ends(segments) : [segments];
  return someChoice(rule, (choice) => {
    const asked = segmentsOf(choice);
    const rules = isAbsolute(path) ? [asked] : ends(asked);
    return rules.some((one) => {
      const source = one.map((segment) => (segment === '**' ? ANY_SEGMENTS : segmentSource(segment))).join('');
      const test = new RegExp(`^${source}$`, windows ? 'i' : '');
      return paths.some((each) => test.test(each.join('/')));
    });
  });
}

/** The name of a file without its folders. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
