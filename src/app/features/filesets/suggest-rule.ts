// A first rule for names without a fileset: the most common shape, with its date and time as groups. Pure.
import { type FilesetValues, emptyRule } from './fileset-form.ts';
import { fileNameOf } from './glob-match.ts';

interface Shape {
  date: RegExp;
  group: string;
  format: string;
}

const dates: readonly Shape[] = [
  {
    date: /(?<!\d)20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/,
    group: '\\d{4}-\\d{2}-\\d{2}',
    format: 'YYYY-MM-DD',
  },
  {
    date: /(?<!\d)20\d{2}_(?:0[1-9]|1[0-2])_(?:0[1-9]|[12]\d|3[01])(?!\d)/,
    group: '\\d{4}_\\d{2}_\\d{2}',
    format: 'YYYY_MM_DD',
  },
  { date: /(?<!\d)20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)/, group: '\\d{8}', format: 'YYYYMMDD' },
];

const times: readonly Shape[] = [
  { date: /^(?:[01]\d|2[0-3])-[0-5]\d-[0-5]\d(?!\d)/, group: '\\d{2}-\\d{2}-\\d{2}', format: 'HH-mm-ss' },
  { date: /^(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?!\d)/, group: '\\d{6}', format: 'HHmmss' },
  { date: /^(?:[01]\d|2[0-3])-[0-5]\d(?!\d)/, group: '\\d{2}-\\d{2}', format: 'HH-mm' },
  { date: /^(?:[01]\d|2[0-3])[0-5]\d(?!\d)/, group: '\\d{4}', format: 'HHmm' },
];

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** Digits that differ from name to name. */
const open = (text: string): string => literal(text).replaceAll(/\d+/g, '\\d+');
const shapeOf = (name: string): string => name.replaceAll(/\d/g, '0');
const folderOf = (path: string): string => path.slice(0, path.length - fileNameOf(path).length);

/** The names of the most common shape. */
export function commonNames(paths: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) groups.set(shapeOf(path), [...(groups.get(shapeOf(path)) ?? []), path]);
  return [...groups.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** A rule that reads the names of the most common shape. Without a date in them: by their modification time. */
export function suggestRule(paths: readonly string[]): FilesetValues {
  const [first = ''] = commonNames(paths);
  const name = fileNameOf(first);
  const shape = dates.find(({ date }) => date.test(name));
  const at = shape ? name.search(shape.date) : -1;
  if (!shape || at < 0) return { ...emptyRule, description: name, glob: first, pattern: `^${open(name)}$` };
  const [day = ''] = shape.date.exec(name) ?? [];
  const [before, rest] = [name.slice(0, at), name.slice(at + day.length)];
  const [, gap = ''] = /^([T_.-]?)/.exec(rest) ?? [];
  const time = times.find(({ date }) => date.test(rest.slice(gap.length)));
  const [clock = ''] = time?.date.exec(rest.slice(gap.length)) ?? [];
  const end = time ? rest.slice(gap.length + clock.length) : rest;
  const timed = time ? `${literal(gap)}(${time.group})` : '';
  return {
    ...emptyRule,
    description: before.replace(/[_.-]+$/, '') || name,
    glob: `${folderOf(first)}${before}*${end.replaceAll(/\d+/g, '*')}`,
    pattern: `^${open(before)}(${shape.group})${timed}${open(end)}$`,
    dateField: 1,
    dateFormat: shape.format,
    ...(time && { timeField: 2, timeFormat: time.format }),
  };
}
