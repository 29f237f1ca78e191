// `npm start`: from a fresh clone to a running server with nothing but Node and npm. `--demo` fills it with a
// fleet and runs real clients, `--dev` does so too and reloads what is being written.
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

async function showOff(tools) {
  tools.buildApart(tools.staleParts());
  process.env.NODE_ENV ||= 'production';
  const { supervise } = await import('./supervise.mjs');
  supervise({ data: process.env.BACKWATCH_DATA });
}

// The app comes from the bundler as it is being written; what it asks of the server is passed on.
async function develop(tools) {
  tools.buildApart(tools.staleParts(['server', 'agent']));
  const host = process.env.HOST || '127.0.0.1';
  const port = Number(process.env.PORT || 4600);
  const target = `http://${host}:${port + 1}`;
  const { createServer } = await import('vite');
  const passed = { '/api': target, '/store': target, '/address.svg': target, '/socket.io': { target, ws: true } };
  const server = { host, port, strictPort: true, proxy: passed };
  const app = await createServer({ configFile: 'vite.config.ts', server });
  // The bundler would end this process once it has closed itself, before the server and the clients have ended.
  process.removeAllListeners('SIGTERM');
  await app.listen();
  const { supervise } = await import('./supervise.mjs');
  supervise({
    data: process.env.BACKWATCH_DATA,
    env: { HOST: host, PORT: String(port + 1), PUBLIC_URL: process.env.PUBLIC_URL || `http://${host}:${port}` },
    watched: { server: ['src/server', 'src/contract', 'src/text/en'], agent: ['src/agent', 'src/contract'] },
    rebuild: tools.tryBuild,
    closing: () => app.close(),
  });
}

refuseOldNode();
const tools = await import('./build.mjs');
process.chdir(tools.root);
const flags = process.argv.slice(2);
try {
  tools.ensurePackages();
  if (flags.includes('--dev') || flags.includes('--demo')) demonstrate();
  if (flags.includes('--dev')) await develop(tools);
  else if (flags.includes('--demo')) await showOff(tools);
  else await serve(tools);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
