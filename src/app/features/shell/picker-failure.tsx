// The sentence below a picker whose choices did not load.
import { readErrorMessage } from '#app/api/error-messages.ts';

/** Nothing without an error. */
export const PickerFailure = ({ error }: { error: unknown }) =>
  error !== null && <p className="px-1.5 pt-3.5 text-text2">{readErrorMessage(error)}</p>;
