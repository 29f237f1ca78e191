// The message for a failed single sign-on.
import * as m from '#text/messages.js';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { cachedSession } from '#app/auth/me.ts';

const texts: Readonly<Record<string, (provider: string) => string>> = {
  E_DISABLED: m.auth_provider_disabled,
  E_EMAIL_UNVERIFIED: (provider) => m.auth_provider_email({ provider }),
  E_NO_ACCOUNT: (provider) => m.auth_provider_unknown({ provider }),
  E_NO_SIGN_ON: m.auth_provider_none,
  E_PROVIDER: (provider) => m.auth_provider_unreached({ provider }),
  E_SIGN_ON: (provider) => m.auth_provider_failed({ provider }),
  E_STATE: m.auth_provider_state,
  E_SUBJECT: (provider) => m.auth_provider_other({ provider }),
};

/** The sentence for a failed sign-on; it names the provider where that is known. */
export function signOnError(error: unknown): string {
  const text = error instanceof ApiError ? texts[error.code] : undefined;
  return text ? text(cachedSession()?.signOn ?? m.auth_provider()) : errorMessage(error);
}
