// Requests of a page that a test holds back, and answers of the real server that it changes on their way.
import type { Page, Route } from 'playwright-core';

/**
 * Handles the requests of a page as `page.route` does. An error of a handler that is still running when the test
 * closes the context is dropped: it would fail the run outside of any test.
 */
export async function handleRequests(
  page: Page,
  call: string | RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(call, async (route) => {
    try {
      await handle(route);
    } catch (error) {
      if (!page.context().isClosed()) throw error;
    }
  });
}

/** Lets the server answer, and gives the page that answer with another body and with further headers. */
export async function changeAnswers<Body>(
  page: Page,
  call: string | RegExp,
  change: (body: Body) => unknown,
  headers: Record<string, string> = {},
): Promise<void> {
  await handleRequests(page, call, async (route) => {
    const response = await route.fetch();
    const json = change((await response.json()) as Body);
    await route.fulfill({ response, json, headers: { ...response.headers(), ...headers } });
  });
}

/** Takes from the signed-in person all permissions except these; the server knows nothing of it. */
export const changePermissions = (page: Page, permissions: Record<string, string[]> = {}): Promise<void> =>
  changeAnswers<{ user: object }>(page, /\/api\/auth\/check-user/, (session) => ({
    ...session,
    user: { ...session.user, permissions },
  }));
