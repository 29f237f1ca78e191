// The program's log: lines of words on a terminal, lines of JSON anywhere else.
import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SERVER, Stage, buildProgram, dropProgram } from '#tests/program.ts';

const stage = new Stage();
beforeAll(buildProgram, 240_000);
afterAll(dropProgram);
afterEach(() => stage.clear());

const WARNING = 'PUBLIC_URL is not set: links in mails and notifications open on this machine only';
const open = { HOST: '0.0.0.0', LOG_LEVEL: 'warn' };

// A pseudo terminal needs a program of the system's: Debian has this one everywhere, others spell its words otherwise.
test.runIf(process.platform === 'linux')('on a terminal the log is for a person to read', async () => {
  const onTerminal = ['script', '--quiet', '--return', '--command', `exec ${process.execPath} ${SERVER}`, '/dev/null'];
  const program = stage.program(stage.folder(), open, { command: onTerminal, grouped: true });
  await program.start();
  await expect.poll(() => program.output).toContain('host');
  // oxlint-disable-next-line no-control-regex
  const lines = program.output.replaceAll(/\u001b\[\d+m/g, '').split('\r\n');
  expect(lines).toContainEqual(expect.stringMatching(/^\[\d\d:\d\d:\d\d\] WARN: /));
  expect(lines.filter((line) => line.endsWith(`WARN: ${WARNING}`))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
});

test('anywhere else each line of it is JSON, for programs to read', async () => {
  const program = stage.program(stage.folder(), open);
  await program.start();
  await expect.poll(() => program.output).toContain('PUBLIC_URL');
  const lines = program.output.split('\n').filter((line) => line.includes(WARNING));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, msg: WARNING, host: '0.0.0.0' }]);
});

test('--version prints the version and the stamp of the build, and starts nothing', () => {
  const { stdout, status } = spawnSync(process.execPath, [SERVER, '--version'], { encoding: 'utf8' });
  expect([stdout, status]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+ \(\d{4} \d{4} \d{4}\)\n$/), 0]);
});
