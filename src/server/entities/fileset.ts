// Filesets: rows, and the guard on the pattern that a person typed.
import { contract } from '#contract/index.ts';
import { compileRule } from '#contract/files/pattern.ts';
import { problemMessage, type PatternProblem } from '#contract/files/pattern-problem.ts';
import type { ValidationIssue } from '#contract/validation-issues.ts';
import { ApiError, invalidField } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { references } from './reference.ts';
import { defineEntity } from './define-entity.ts';
import { bool, edited, int, text } from '#server/query/columns.ts';

const columns = {
  ...edited,
  description: text(),
  glob: text(),
  pattern: text(),
  nameField: int(),
  dateField: int(),
  timeField: int(),
  dateFormat: text(),
  timeFormat: text(),
  static: bool(),
  system: text(),
  organization: text(),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    fileset: typeof columns;
  }
}

/** The field at fault; that of the pattern where no other one is named. */
function issueOf({ code, values: { field } }: PatternProblem): ValidationIssue {
  // The time is as chosen: the form asks for the date.
  if (code === 'time-without-date') return { path: 'dateField', code: 'required' };
  if (field === undefined) return { path: 'pattern', code: 'invalid_format', format: 'regex' };
  const path = String(field);
  return path.endsWith('Format') ? { path, code: 'invalid_format', format: 'date' } : { path, code: 'invalid_value' };
}

function assertRule(rule: Parameters<typeof compileRule>[0]): void {
  const compiled = compileRule(rule);
  if (compiled.ok) return;
  const message = problemMessage(compiled);
  const issue = issueOf(compiled);
  // The other messages name their field.
  const details = [issue.path === 'pattern' ? `pattern: ${message}` : message];
  throw new ApiError('E_BAD_PATTERN', message, { details, issues: [issue] });
}

/** A fileset lives where its system does. */
async function placed<T extends { system: string }>(unit: Unit, values: T): Promise<T & { organization: string }> {
  const system = await unit.find('system', values.system, 'update');
  if (!system) throw invalidField('E_DANGLING', 'system', 'no such system');
  // Where that is changed meanwhile one of both is undone: it would stay with whose system it was.
  await unit.lock('system', [system.id]);
  return { ...values, organization: system.organization };
}

export const filesetEntity = defineEntity(contract.fileset, {
  table: {
    columns,
    indexed: ['organizationId', 'organization', 'system'],
    sorted: ['description'],
    activity: { nameOf: ({ description, glob }) => String(description || glob) },
    organization: 'organization',
    async records(unit, rows) {
      const system = await references(unit, 'system', rows);
      return rows.map((row) => ({ ...row, system: system(row), organizationId: row.organization }));
    },
  },
  rules: () => ({
    beforeCreate(unit, values) {
      assertRule(values);
      return placed(unit, values);
    },
    beforeUpdate(unit, row, values) {
      assertRule({ ...row, ...values });
      const { system } = values;
      return system === undefined ? values : placed(unit, { ...values, system });
    },
  }),
});
