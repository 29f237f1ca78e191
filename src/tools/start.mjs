// `npm start`: from a fresh clone to a running server with nothing but Node and npm. `--dev` rebuilds, `--demo` fills.
import { spawn } from 'node:child_process';

const needed = [20, 19];

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return;
  console.error(`Backwatch needs Node ${needed.join('.')} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}

// A demonstration must never write into the folder that holds somebody's real data.
function demonstrate() {
  process.env.BACKWATCH_DEMO = '1';
  process.env.BACKWATCH_DATA ||= './data/demo';
}

async function serve(tools) {
  tools.buildApart(tools.staleParts());
  process.env.NODE_ENV ||= 'production';
  process.setSourceMapsEnabled(true);
  await import('../../dist/server/main.js');
}

function develop(tools) {
  tools.buildApart(tools.staleParts(['agent']));
  tools.forgetBuilt('app');
  const run = (script, args) => spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
  const children = [
    run('node_modules/vite/bin/vite.js', ['build', '--watch', '--logLevel', 'warn', '--config', 'vite.config.ts']),
    run('node_modules/tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'src/server/main.ts']),
  ];
  const stop = (signal) => children.forEach((child) => child.kill(signal));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  for (const child of children) {
    child.on('exit', (code) => {
      process.exitCode ||= code ?? 0;
      stop('SIGTERM');
    });
  }
}

refuseOldNode();
const tools = await import('./build.mjs');
process.chdir(tools.root);
const flags = process.argv.slice(2);
try {
  tools.ensurePackages();
  if (flags.includes('--dev') || flags.includes('--demo')) demonstrate();
  if (flags.includes('--dev')) develop(tools);
  else await serve(tools);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
