// Lists the tests that passed only at their second attempt. Their faults stay faults: each wants to be found.
import type { Reporter, TestCase } from 'vitest/node';

export default class SecondAttempts implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length > 0) console.log(`\nPassed at the second attempt:\n  ${this.#names.join('\n  ')}`);
  }
}
