// A reporter of Vitest: writes the test files of the errors outside of every test, which the JSON report leaves out.
import { writeFileSync } from 'node:fs';

export default class OutsideErrors {
  /** Writes a list as JSON to the file OUTSIDE_ERRORS: for each error the path of its test file, null where none is known. */
  onTestRunEnd(_modules, errors) {
    const paths = errors.map((error) => error.VITEST_TEST_PATH ?? null);
    writeFileSync(process.env.OUTSIDE_ERRORS, JSON.stringify(paths));
  }
}
