// The worker of the live test: one request, one answer.
import { type TestRequest, testNames } from './name-test.ts';

const here = globalThis as unknown as {
  onmessage: ((event: { data: TestRequest }) => void) | null;
  postMessage(answer: unknown): void;
};

here.onmessage = ({ data }) => here.postMessage(testNames(data));
here.postMessage('ready');
