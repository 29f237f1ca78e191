// Error messages of the login form, by field.
import * as m from '#text/messages.js';
import type { RequestErrors } from '#app/ui/form/use-request-form.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { ApiError } from '#app/api/errors.ts';

export interface LoginValues {
  email: string;
  password: string;
}

/** Checks for an empty password before the request. */
export const missingPassword = ({
  password,
}: Pick<LoginValues, 'password'>): RequestErrors<Pick<LoginValues, 'password'>> =>
  password === '' ? { password: m.auth_password_missing() } : {};

/** Checks for empty fields before the request. */
export const missingFields = (values: LoginValues): RequestErrors<LoginValues> => ({
  ...(values.email.trim() === '' && { email: m.auth_email_missing() }),
  ...missingPassword(values),
});

/** The messages for a failed sign-in. All stand under the password, the last field. */
export function loginErrors(error: unknown): { password: string } {
  if (error instanceof ApiError && error.code === 'E_BAD_LOGIN') return { password: m.auth_login_mismatch() };
  if (error instanceof ApiError && error.status === 0) return { password: m.auth_offline() };
  return { password: errorMessage(error) };
}

/** The message for a failed passkey sign-in. */
export function passkeyError(error: unknown): string {
  if (error instanceof ApiError && error.code === 'E_BAD_LOGIN') return m.auth_passkey_refused();
  if (error instanceof ApiError && error.code === 'E_OTHER_USER') return m.auth_again_other_passkey();
  return loginErrors(error).password;
}
