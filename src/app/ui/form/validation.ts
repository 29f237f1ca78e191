// Validation issues as one sentence for each field.
import type { FieldTable, FormIssue, Validate, Values } from './form-types.ts';

type IssueText = (issue: FormIssue, label: string, name: string) => string;

/** Issues of what would be sent; an empty confirming field is one with the code `required`. */
export function issuesOf(
  validate: Validate | undefined,
  input: Values,
  fields: FieldTable<Values>,
  confirming: readonly string[],
  values: Values,
): FormIssue[] {
  const missing = confirming
    .filter((name) => (values[name] ?? '') === '')
    .map((name): FormIssue => ({ path: [fields[name]?.attributes?.[0] ?? name], code: 'required' }));
  return [...missing, ...(validate?.(input) ?? [])];
}

/** The sentence of the first issue of each field; `rest` has the sentences of issues that no field shows. */
export function fieldErrors(
  issues: readonly FormIssue[],
  fields: FieldTable<Values>,
  issueText: IssueText,
): { fields: Record<string, string>; rest: string[] } {
  const found: Record<string, string> = {};
  const rest: string[] = [];
  for (const issue of issues) {
    const attribute = String(issue.path[0] ?? '');
    const name = Object.keys(fields).find((key) => (fields[key]?.attributes ?? [key]).includes(attribute));
    if (name === undefined) rest.push(issueText(issue, attribute, attribute));
    else found[name] ??= issueText(issue, fields[name]?.label ?? name, name);
  }
  return { fields: found, rest };
}
