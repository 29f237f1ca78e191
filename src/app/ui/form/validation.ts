// Issues of a schema or of the server as one sentence a field.
import type { FieldTable, FormIssue, FormSchema, Values } from './form-types.ts';

type IssueText = (issue: FormIssue, label: string, name: string) => string;

/** Issues of what would be sent; an empty confirming field is one with the code `required`. Throws for an async schema. */
export function issuesOf(
  schema: FormSchema | undefined,
  input: Values,
  fields: FieldTable<Values>,
  confirming: readonly string[],
  values: Values,
): FormIssue[] {
  const missing = confirming
    .filter((name) => (values[name] ?? '') === '')
    .map((name): FormIssue => ({ path: [fields[name]?.attributes?.[0] ?? name], code: 'required' }));
  return [...missing, ...(schema ? schemaIssues(schema['~standard'].validate(input)) : [])];
}

function schemaIssues(result: unknown): FormIssue[] {
  if (result instanceof Promise) throw new Error('A form needs a schema that validates at once.');
  const { issues } = (result ?? {}) as { issues?: readonly Partial<FormIssue>[] };
  return (issues ?? []).map((issue) => ({ ...issue, path: issue.path ?? [], code: issue.code ?? 'custom' }));
}

/** The first issue of each field in words; `rest` has the sentences of issues that no field shows. */
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
