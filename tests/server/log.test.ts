// The log of the server: lines of JSON that never hold a secret.
import { expect, test } from 'vitest';
import { makeLog } from '#server/pipeline/logger.ts';

function captureLog(): { lines: Record<string, any>[]; text(): string; log: ReturnType<typeof makeLog> } {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line) => void lines.push(line) });
  return {
    log,
    text: () => lines.join(''),
    get lines() {
      return lines.map((line) => JSON.parse(line));
    },
  };
}

test.each(['password', 'token', 'key', 'cookie', 'authorization'])(
  'a field named %s is not logged, nor one within',
  (name) => {
    const { log, text } = captureLog();
    log.info('one', { [name]: 'hush-hush' });
    log.warn('two', { request: { [name]: 'hush-hush', url: '/api/system' } });
    expect(text()).not.toContain('hush-hush');
    expect(text()).toContain('/api/system');
  },
);

test('a failure is found by its id, with what it was and where', () => {
  const book = captureLog();
  const id = book.log.failure('POST /system', Object.assign(new Error('it broke'), { code: '23502' }));
  expect(book.lines).toMatchObject([
    { requestId: id, msg: 'POST /system', err: { type: 'Error', message: 'it broke', code: '23502' } },
  ]);
  expect(book.lines[0]?.['err'].stack).toContain('log.test.ts');
});

test('of an error of the database the row that broke a rule is left out, also where it is only the cause', () => {
  const { log, text } = captureLog();
  const row = Object.assign(new Error('null value in column "name"'), {
    detail: 'Failing row contains (bob@example.com, hush-hush).',
    parameters: ['hush-hush'],
  });
  log.failure('a write failed', row);
  log.failure('a job failed', new Error('it could not', { cause: row }));
  expect(text()).toContain('null value in column');
  expect(text()).not.toContain('hush-hush');
});

test('a thrown value that is no error is logged as text', () => {
  const book = captureLog();
  book.log.failure('odd', 'just words');
  expect(book.lines[0]).toMatchObject({ msg: 'odd', err: 'just words' });
});
