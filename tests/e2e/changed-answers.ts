// Answers of the real server that a test changes on their way to the page.
import type { Page } from 'playwright-core';

/**
 * Lets the server answer, and gives the page that answer with another body and with further headers.
 *
 * An answer that is under way while the test closes its context is dropped: nothing reads it, and an error in it would
 * fail the run outside of any test.
 */
export async function changeAnswers<Body>(
  page: Page,
  call: string | RegExp,
  change: (body: Body) => unknown,
  headers: Record<string, string> = {},
): Promise<void> {
  await page.route(call, async (route) => {
    try {
      const response = await route.fetch();
      const json = change((await response.json()) as Body);
      await route.fulfill({ response, json, headers: { ...response.headers(), ...headers } });
    } catch (error) {
      if (!page.context().isClosed()) throw error;
    }
  });
}

/** Takes from the signed-in person all permissions except these; the server knows nothing of it. */
export const changePermissions = (page: Page, permissions: Record<string, string[]> = {}): Promise<void> =>
  changeAnswers<{ user: object }>(page, /\/api\/auth\/check-user/, (session) => ({
    ...session,
    user: { ...session.user, permissions },
  }));
