// Deliveries on the way: one for each recipient, a number for each service, and a number for all of them.
import { expect, test } from 'vitest';
import { Flight } from '#server/jobs/in-flight.ts';
import { nextTurn } from '#server/pipeline/event-loop.ts';

/** Starts so many deliveries of a service, each to another recipient; answers the function that ends them. */
function start(flight: Flight, service: string, count: number, ended = () => {}): () => void {
  let end = () => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  for (let index = 0; index < count; index += 1)
    flight.start({ to: `${service} ${index}`, service }, () => done, ended);
  return end;
}
const placesIn = (flight: Flight, service: string, asked: number): number => {
  const hasPlace = flight.places();
  return Array.from({ length: asked }, () => hasPlace(service)).filter(Boolean).length;
};

test('a recipient is busy until the work is done, and the job is woken once', async () => {
  const flight = new Flight();
  expect([flight.isEmpty, flight.busy(), flight.working()]).toEqual([true, [], null]);
  let ends = 0;
  const end = start(flight, 'push', 1, () => (ends += 1));
  expect([flight.isEmpty, flight.busy(), ends]).toEqual([false, ['push 0'], 0]);
  let isOver = false;
  const work = flight.working()?.then(() => (isOver = true));
  await nextTurn();
  expect(isOver).toBe(false);
  end();
  await work;
  expect([flight.isEmpty, flight.busy(), flight.working(), ends]).toEqual([true, [], null, 1]);
});

test('a service takes twenty at a time, and others go on', () => {
  const flight = new Flight();
  start(flight, 'slow', 19);
  start(flight, 'quick', 1);
  expect([flight.full(), placesIn(flight, 'slow', 5), placesIn(flight, 'quick', 25)]).toEqual([[], 1, 19]);
  start(flight, 'slow', 20);
  expect([flight.full(), placesIn(flight, 'slow', 5), placesIn(flight, 'other', 25)]).toEqual([['slow'], 0, 20]);
});

test('all services together take two hundred', () => {
  const flight = new Flight();
  for (let service = 0; service < 10; service += 1) start(flight, `service ${service}`, 19);
  const hasPlace = flight.places();
  const given = Array.from({ length: 30 }, (_, index) => hasPlace(`another ${index}`));
  expect(given.filter(Boolean)).toHaveLength(10);
  expect(placesIn(flight, 'another', 30)).toBe(10);
});
