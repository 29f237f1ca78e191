// The failure of a save as a form needs it: issues by field, one sentence, or the newer record of a conflict.
import { errorMessage } from '#app/api/write-error-messages.ts';
import { ApiError } from '#app/api/errors.ts';
import type { FormIssue, SaveFailure } from '#app/ui/form/form-types.ts';

/** Issues of the answer; without any, those that its details name, such as "email: is taken" or "name and organization: is taken". */
function issuesOf({ code, issues, details }: ApiError): FormIssue[] {
  if (issues.length > 0) return issues.map((issue) => ({ ...issue, path: issue.path.split('.') }));
  return details.flatMap((detail): FormIssue[] => {
    const [, name] = /^(\w+)(?: and \w+)*: ./.exec(detail) ?? [];
    return name === undefined ? [] : [{ path: [name], code }];
  });
}

const editedAtOf = (record: unknown): string | null =>
  typeof record === 'object' && record !== null && 'editedAt' in record && typeof record.editedAt === 'string'
    ? record.editedAt
    : null;

/** Reads the error of a save. Without an answer, and for failures of the server, no field is named. */
export function readFailure<R>(error: unknown): SaveFailure<R> {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
    return { issues: [], text: errorMessage(error) };
  if (error.status === 412) {
    const { current, editedBy } = error;
    const at = editedAtOf(current);
    const conflict = { record: at === null ? null : (current as R), by: editedBy?.name ?? null, at };
    return { issues: [], text: errorMessage(error), conflict };
  }
  const issues = issuesOf(error);
  return { issues, text: issues.length === 0 ? errorMessage(error) : null };
}
