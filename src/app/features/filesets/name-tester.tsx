// The live test of a fileset's rule: sample names with the parts that were read, or the place where the pattern stopped.
import { useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { TextAreaField } from '#app/ui/form/other-fields.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import * as m from '#text/messages.js';
import type { FilesetValues } from './fileset-form.ts';
import { problemText, readingText } from './fileset-text.ts';
import css from './name-tester.module.css';
import type { NamePart, NameResult, TestAnswer } from './name-test.ts';
import { guardPattern } from './pattern-guard.ts';
import { ScanNames } from './scan-names.tsx';
import { useNameTest } from './use-name-test.ts';

interface NameTesterProps {
  rule: FilesetValues;
  /** Names that are there: of stored backups and of scans. */
  found: readonly string[];
  /** The id of the system, whose scans have more names. */
  system: string;
  timeZone: string;
  windows: boolean;
}

const MOST = 4;

/** The sentence, the names, and the way to add more. */
export function NameTester({ rule, found, system, timeZone, windows }: NameTesterProps) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const names = [...new Set([...added, ...found.slice(0, MOST)])];
  const answer = useNameTest({ rule, names, timeZone, windows });
  const add = (more: readonly string[]) => setAdded([...new Set([...more, ...added])]);
  const isRefused = guardPattern(rule.pattern) !== null;
  // A line that is read may be higher than its name alone.
  if (answer === undefined && names.length > 0) return <Skeleton />;
  const results = !isRefused && answer?.ok ? answer.results : null;
  return (
    <section aria-label={m.filesets_test()}>
      <div role="status">
        <h2 className="px-4 pt-3 pb-1 text-[min(1.25rem,8vw)]/[1.25] font-[650] tracking-[-0.018em]">
          {headingOf(isRefused, answer ?? null, names.length)}
        </h2>
      </div>
      {names.length > 0 && (
        <ul className={css['names']}>
          {names.map((name) => (
            <NameLine key={name} name={name} result={results?.find((one) => one.name === name)} rule={rule} />
          ))}
        </ul>
      )}
      <button type="button" className={css['add']} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="plus" size={22} />
        {m.filesets_add_names()}
      </button>
      <Sheet open={anchor !== null} onClose={() => setAnchor(null)} anchor={anchor} title={m.filesets_add_names()}>
        <AddNames onAdd={add} />
        <ScanNames system={system} onAdd={add} />
      </Sheet>
    </section>
  );
}

function headingOf(isRefused: boolean, answer: TestAnswer | null, count: number): string {
  if (isRefused) return m.filesets_not_run();
  if (answer?.ok === false) return problemText(answer.code, answer.values);
  if (count === 0) return m.filesets_no_samples();
  const read = answer === null ? 0 : answer.results.filter(({ reading }) => 'date' in reading).length;
  return answer === null ? m.filesets_testing() : m.filesets_reads({ read, count });
}

interface NameLineProps {
  name: string;
  /** Undefined: not tested. */
  result: NameResult | undefined;
  rule: FilesetValues;
}

function NameLine({ name, result, rule }: NameLineProps) {
  if (result === undefined)
    return (
      <li className={css['line']}>
        <Icon name="minus" size={24} className="text-text3" />
        <span className={css['words']}>
          <bdi className={css['name']}>{name}</bdi>
          <span className="text-text3">{m.filesets_not_tested()}</span>
        </span>
      </li>
    );
  const isRead = 'date' in result.reading;
  const dateText = [rule.dateField, rule.timeField]
    .flatMap((group) => result.parts.filter((part) => group > 0 && part.group === group))
    .map(({ text }) => text)
    .join(' ');
  return (
    <li className={css['line']}>
      <Mark kind={isRead ? 'ok' : 'failed'} size={24} hollow />
      <span className={css['words']}>
        <bdi className={css['name']}>
          {result.stop ? <Stopped name={name} at={result.stop.at} /> : <Parts of={result.parts} />}
        </bdi>
        <span className={isRead ? '' : 'text-misstext'}>{readingText(result, dateText, rule.glob)}</span>
      </span>
    </li>
  );
}

/** The colours repeat; the number says which group it is. */
export const groupColor = (group: number): string => css[`g${((group - 1) % 3) + 1}`] ?? '';

function Parts({ of }: { of: readonly NamePart[] }) {
  return of.map(({ text, group }, index) =>
    group === 0 ? (
      <span key={index} className="text-text3">
        {text}
      </span>
    ) : (
      <b key={index} className={groupColor(group)}>
        {text}
        <sub>{group}</sub>
      </b>
    ),
  );
}

function Stopped({ name, at }: { name: string; at: number }) {
  return (
    <>
      <span className="text-text3">{name.slice(0, at)}</span>
      <i className={css['stop']} />
      {name.slice(at)}
    </>
  );
}

function AddNames({ onAdd }: { onAdd: (names: readonly string[]) => void }) {
  const closeThen = useCloseThen();
  const [text, setText] = useState('');
  const names = text.split('\n').flatMap((line) => line.trim() || []);
  return (
    <div className="[--field-inset:0px]">
      <TextAreaField label={m.filesets_names()} hint={m.filesets_names_hint()} value={text} onChange={setText} />
      <Button kind="lamp" wide onPress={() => closeThen(() => onAdd(names))}>
        {m.filesets_test_names()}
      </Button>
    </div>
  );
}
