// Writes tests/fixtures/data-NAME: data folders of both engines, filled by every call. `npx tsx tests/write-data-folder.ts NAME`
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { holdToKeys } from '#server/keys.ts';
import { writeBackup } from '#server/own-data/backup-file.ts';
import { everyCall, makeOverHttp, sampleOf } from './contract-calls.ts';
import { makeGround, settled, type Ground } from './test-database.ts';
import { databases, makeWorldOn, type World } from './world.ts';

/** Makes every call once, each in a session of its own: some calls end it. */
async function fill(world: World): Promise<void> {
  for (const declared of everyCall) {
    if (declared.call.carrier === 'socket') continue;
    world.clock.advance(1000);
    const speaker = declared.call.may === 'client' ? world.rosie : await world.signIn(world.alice.id);
    const sample = await sampleOf(world, declared, `${declared.noun}${declared.name}`);
    await makeOverHttp(speaker, declared, sample);
    await world.settle();
  }
  const once = { idempotencyKey: 'once' };
  await world.alice.ask('POST', `/alarm/${world.acme.alarm}/acknowledge`, once);
  await world.settle();
}

/** The database as SQL that a plain connection runs: without the commands and settings of one version of psql. */
function dumpOf({ databaseUrl }: Ground): string {
  const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', databaseUrl ?? ''], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return dump.replaceAll(/^(?:--|\\|SET |SELECT pg_catalog\.set_config).*\n/gm, '');
}

const [name] = process.argv.slice(2);
if (!name) throw new Error('Name the folder: npx tsx tests/write-data-folder.ts NAME');
const target = join(import.meta.dirname, 'fixtures', `data-${name}`);
mkdirSync(target);
for (const engine of databases) {
  const ground = await makeGround(engine);
  const world = await makeWorldOn(ground);
  await fill(world);
  await holdToKeys(world.store, world.keys);
  world.leave();
  await world.server.close();
  const file = join(ground.folder, 'own.db');
  settled(ground);
  writeBackup(file, ground.folder, engine === 'sqlite' ? join(ground.folder, 'backwatch.db') : null);
  writeFileSync(join(target, `${engine}.db.gz`), gzipSync(readFileSync(file), { level: 9 }));
  if (engine === 'postgres') writeFileSync(join(target, 'postgres.sql.gz'), gzipSync(dumpOf(ground), { level: 9 }));
  rmSync(file);
  await ground.gone();
}
