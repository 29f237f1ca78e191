// What a failed login says, and under which field.
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/error-messages.ts';

export interface LoginFaults {
  email?: string;
  password?: string;
}

/** What is missing before the server is asked. */
export const missingIn = (email: string, password: string): LoginFaults => ({
  ...(email.trim() === '' && { email: 'Type your email.' }),
  ...(password === '' && { password: 'Type your password.' }),
});

/** What the server's refusal means for the person. */
export function faultsOf(error: unknown): LoginFaults {
  if (error instanceof ApiError && error.code === 'E_BAD_LOGIN')
    return { password: 'Email and password do not match.' };
  if (error instanceof ApiError && error.code === 'E_NETWORK')
    return { password: 'No connection. Try again when there is one.' };
  return { password: errorMessage(error) };
}

/** The same for a passkey, about which the server itself says what is to be said. */
export const passkeyFault = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'E_BAD_LOGIN' ? error.message : faultsOf(error).password;
