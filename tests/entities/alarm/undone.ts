// Work in a unit that is rolled back: one world serves many tests, and each finds it as it was made.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { World } from '#tests/world.ts';

export async function undone<T>({ server }: World, work: (unit: Unit) => Promise<T>): Promise<T> {
  const undo = new Error('undo');
  const results: T[] = [];
  const written = server.jobContext.write(async (unit) => {
    results.push(await work(unit));
    throw undo;
  });
  await written.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return results[0]!;
}
