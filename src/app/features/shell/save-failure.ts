// The failure of a save as a form needs it: issues by field, one sentence, or the newer record of a conflict.
import type { FormIssue, SaveFailure } from '#app/ui/form/form-types.ts';
import { Refused, sentenceOf } from '#app/api/errors.ts';

type Bag = Record<string, unknown>;
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);

const pathOf = (path: unknown): PropertyKey[] =>
  Array.isArray(path) ? (path as PropertyKey[]) : String(path ?? '').split('.');

/** Issues of the answer: `issues`, else the attributes that are not unique, else details such as "email: is taken". */
function issuesOf(code: string, answer: Bag, details: readonly string[]): FormIssue[] {
  const { issues, attrNames } = answer;
  if (Array.isArray(issues))
    return issues
      .filter(isBag)
      .map((issue) => ({ ...issue, path: pathOf(issue['path']), code: String(issue['code']) }));
  if (Array.isArray(attrNames)) return attrNames.map((name): FormIssue => ({ path: [String(name)], code }));
  return details.flatMap((detail): FormIssue[] => {
    const [, name, message] = /^(\w+): (.+)$/.exec(detail) ?? [];
    return name === undefined ? [] : [{ path: [name], code, message }];
  });
}

/** Reads what a call threw. Failures of the server itself name no field. */
export function readFailure<R>(error: unknown): SaveFailure<R> {
  if (!(error instanceof Refused) || error.status === 0 || error.status >= 500)
    return { issues: [], text: sentenceOf(error) };
  const fields = error as unknown as Bag;
  const answer: Bag = { ...fields, ...(isBag(fields['body']) ? fields['body'] : {}) };
  if (error.status === 412) {
    const { record, editedBy } = answer;
    const by = isBag(editedBy) && typeof editedBy['name'] === 'string' ? editedBy['name'] : null;
    const at = isBag(record) && typeof record['editedAt'] === 'string' ? record['editedAt'] : null;
    return { issues: [], text: sentenceOf(error), conflict: { record: isBag(record) ? (record as R) : null, by, at } };
  }
  const issues = issuesOf(error.code, answer, error.details);
  return { issues, text: issues.length === 0 ? sentenceOf(error) : null };
}
