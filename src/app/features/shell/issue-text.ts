// The sentence of a validation issue: from its code and values, the same for issues of a schema and of the server.
import type { FormIssue } from '#app/ui/form/form-types.ts';

const isText = ({ origin }: FormIssue): boolean => origin === undefined || origin === 'string';

function tooSmall(label: string, issue: FormIssue): string {
  const minimum = Number(issue['minimum']);
  if (issue['origin'] === 'array') return `${label}: choose at least ${minimum}.`;
  if (!isText(issue)) return `${label} must be at least ${minimum}.`;
  return minimum <= 1 ? `${label} must not be empty.` : `${label} must have at least ${minimum} characters.`;
}

function tooBig(label: string, issue: FormIssue): string {
  const maximum = Number(issue['maximum']);
  if (issue['origin'] === 'array') return `${label}: choose at most ${maximum}.`;
  return isText(issue) ? `${label} can have at most ${maximum} characters.` : `${label} can be at most ${maximum}.`;
}

const invalidFormats: Record<string, string> = {
  email: 'Enter a valid email address.',
  url: 'Enter a valid address, such as https://example.com.',
};

/** One sentence for an issue at the field with this label. Unknown codes get a general one. */
export function issueText(issue: FormIssue, label: string): string {
  switch (issue.code) {
    case 'required':
      return `${label} must not be empty.`;
    case 'too_small':
      return tooSmall(label, issue);
    case 'too_big':
      return tooBig(label, issue);
    case 'invalid_format':
      return invalidFormats[String(issue['format'])] ?? `${label} is not written as expected.`;
    case 'invalid_type':
      return /number|int/.test(String(issue['expected']))
        ? `${label} must be a whole number.`
        : `${label} must not be empty.`;
    case 'invalid_value':
      return `${label}: choose one of the offered values.`;
    case 'E_UNIQUE':
    case 'unique':
      return `${label} is already in use.`;
    case 'E_DANGLING':
      return `${label} no longer exists. Choose another one.`;
    case 'E_BAD_LOGIN':
      return `${label} does not match.`;
    default:
      return typeof issue['message'] === 'string' && issue['message'] !== ''
        ? `${label} ${issue['message']}.`
        : `${label} was not accepted. Change it and try again.`;
  }
}
