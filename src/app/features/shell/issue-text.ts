// The sentence of a validation issue: from its code and values, the same for issues of a schema and of the server.
import type { FormIssue } from '#app/ui/form/form-types.ts';
import * as m from '#text/messages.js';

const countOf = (value: unknown): number => Number(value);

function formatMessage(issue: FormIssue, label: string): string {
  if (issue['format'] === 'email') return m.forms_invalid_email();
  if (issue['format'] === 'phone') return m.forms_invalid_phone();
  return issue['format'] === 'url' ? m.forms_invalid_url() : m.forms_invalid_format({ label });
}

/** One sentence for an issue at the field with this label. Unknown codes get a general one. */
export function issueText(issue: FormIssue, label: string): string {
  switch (issue.code) {
    case 'required':
      return m.forms_not_empty({ label });
    case 'too_short': {
      const count = countOf(issue['minimum']);
      return count <= 1 ? m.forms_not_empty({ label }) : m.forms_text_at_least({ label, count });
    }
    case 'too_long':
      return m.forms_text_at_most({ label, count: countOf(issue['maximum']) });
    case 'too_small':
      return m.forms_number_at_least({ label, count: countOf(issue['minimum']) });
    case 'too_big':
      return m.forms_number_at_most({ label, count: countOf(issue['maximum']) });
    case 'invalid_format':
      return formatMessage(issue, label);
    case 'invalid_type':
      return /number|int/.test(String(issue['expected']))
        ? m.forms_number_whole({ label })
        : m.forms_not_empty({ label });
    case 'invalid_value':
      return m.forms_choose_offered({ label });
    case 'glob_too_complex':
      return m.forms_glob_too_complex({ count: countOf(issue['maximum']) });
    case 'glob_outside':
      return m.forms_glob_outside();
    case 'E_UNIQUE':
      return m.forms_already_used({ label });
    case 'E_IN_USE':
      return m.forms_owner_in_use();
    case 'E_DANGLING':
      return m.forms_gone({ label });
    case 'E_BAD_LOGIN':
      return m.forms_unmatched({ label });
    default:
      return m.forms_invalid({ label });
  }
}
