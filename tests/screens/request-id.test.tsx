// The screen of a call that failed at the server names its request, so that the log can be searched for it.
// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { request } from '#app/api/http-client.ts';
import { FailedToLoad } from '#app/features/shell/error-pages.tsx';

const show = (error: unknown) => {
  const { unmount } = render(<FailedToLoad title="Could not load backups" error={error} onRetry={() => undefined} />);
  const text = document.body.textContent;
  unmount();
  return text;
};

test('a failure of the server shows the id of its request, others do not', async () => {
  const headers = { 'X-Request-Id': 'a1b2c3d4e5f6' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":"E_INTERNAL"}', { status: 500, headers })));
  const error = await request({ method: 'GET', url: '/api/system' }).catch((thrown: unknown) => thrown);
  vi.unstubAllGlobals();
  expect(error).toMatchObject({ status: 500, requestId: 'a1b2c3d4e5f6' });
  expect(show(error)).toContain('Request a1b2c3d4e5f6');
  expect(show(new ApiError(403, 'E_FORBIDDEN', { requestId: 'a1b2c3d4e5f6' }))).not.toContain('a1b2c3d4e5f6');
  expect(show(new ApiError(0, 'E_NETWORK'))).not.toContain('Request');
});

test('the sentence of a change that failed at the server ends with the id of its request', () => {
  const failed = (status: number, code: string) =>
    errorMessage(new ApiError(status, code, { requestId: 'a1b2c3d4e5f6' }));
  expect(failed(500, 'E_INTERNAL')).toBe('The server reported an error. Nothing was changed. Request a1b2c3d4e5f6');
  expect(failed(403, 'E_FORBIDDEN')).not.toContain('Request');
});
