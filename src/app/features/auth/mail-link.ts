// What every route that a link from a mail opens begins with. Loaded with the routes: imports nothing at once.

/** The token in the address, if there is one. */
export const tokenIn = ({ token }: Record<string, unknown>): { token?: string } =>
  typeof token === 'string' ? { token } : {};

/** Such a page belongs to whoever holds the link: another person is signed out first, and `left` tells what that took along. */
export async function leaveOnEnter({ cause }: { cause: string }) {
  if (cause !== 'enter') return {};
  return { left: await (await import('#app/auth/sign-out-first.ts')).signOutFirst() };
}
