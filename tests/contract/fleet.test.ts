// The promise under the counts: a backup that did not happen is never counted as fine.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countFleet, type SystemGroup } from '#contract/fleet.ts';
import { healthAt, type Moments } from '#contract/health.ts';

const now = '2026-11-21T03:12:00.000Z';
const anyInstant = fc
  .integer({ min: -60, max: 60 })
  .map((hour) => new Date(Date.parse(now) + hour * 3_600_000).toISOString());
const anySystem = fc
  .record({
    organization: fc.constantFrom('a', 'b', 'c', 'unknown'),
    active: fc.boolean(),
    scheduled: fc.boolean(),
    lastBackup: fc.option(anyInstant),
    failedAt: fc.option(anyInstant),
    dueAt: fc.option(anyInstant),
    grace: fc.integer({ min: 0, max: 48 }),
    method: fc.constantFrom('manual', 'automatic'),
  })
  .map(({ grace, ...system }) => ({
    ...system,
    alarmAt: system.dueAt && new Date(Date.parse(system.dueAt) + grace * 3_600_000).toISOString(),
  }));
type AnySystem = Moments & Pick<SystemGroup, 'organization' | 'method'>;
const anyOrganizations = fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean() });

const groupOf = (system: AnySystem): SystemGroup => ({ ...system, health: healthAt(system, now), count: 1 });

/** A backup arrived, nothing failed since, and the next one is not due yet. */
const isFine = ({ active, scheduled, lastBackup, failedAt, dueAt }: AnySystem): boolean =>
  active && scheduled && lastBackup !== null && failedAt === null && dueAt !== null && now <= dueAt;

describe('the counts of a fleet', () => {
  test('count as ok exactly those whose backup happened and whose next one is not due', () => {
    fc.assert(
      fc.property(fc.array(anySystem), anyOrganizations, (systems, active) => {
        const counted = systems.filter((one) => active[one.organization as 'a']);
        const counts = countFleet(new Map(Object.entries(active)), systems.map(groupOf));
        expect(counts.ok).toBe(counted.filter(isFine).length);
        expect(counts.manual.ok + counts.automatic.ok).toBe(counts.ok);
        expect(counts.manual.overdue + counts.automatic.overdue).toBe(counts.overdue);
        expect(Object.keys(counts.manual)).toEqual(['ok', 'count', 'overdue']);
      }),
    );
  });

  test('place every system of an active organization in exactly one state', () => {
    fc.assert(
      fc.property(fc.array(anySystem), anyOrganizations, (systems, active) => {
        const counts = countFleet(new Map(Object.entries(active)), systems.map(groupOf));
        const { failed, notBackedup, overdue, late, waiting, ok, paused, unscheduled } = counts;
        expect(counts.watched).toBe(failed + notBackedup + overdue + late + waiting + ok);
        expect(counts.total).toBe(counts.watched + paused + unscheduled);
        expect(counts.manual.count + counts.automatic.count).toBe(counts.total);
        expect(counts.total).toBe(systems.filter((one) => active[one.organization as 'a']).length);
        const left = systems.filter((one) => active[one.organization as 'a'] === false);
        expect(counts.inactiveSystems).toBe(left.length);
        expect(counts.organizations + counts.inactive).toBe(3);
      }),
    );
  });

  test('an organization is ok if something of it is watched, and all of that is ok', () => {
    fc.assert(
      fc.property(fc.array(anySystem), anyOrganizations, (systems, active) => {
        const groups = systems.map(groupOf);
        const fine = Object.entries(active).filter(([id, isActive]) => {
          const watched = groups.filter(({ organization, health }) => organization === id && health !== 'unwatched');
          return isActive && watched.length > 0 && watched.every(({ health }) => health === 'ok');
        });
        expect(countFleet(new Map(Object.entries(active)), groups).organizationsOk).toBe(fine.length);
      }),
    );
  });

  test('a system that waits, is paused or has no schedule is not ok, nor is its organization', () => {
    const watched = { active: true, scheduled: true, failedAt: null, dueAt: now, alarmAt: now };
    const group = (more: Partial<Moments>) =>
      groupOf({ ...watched, lastBackup: now, organization: 'a', method: 'manual', ...more });
    const count = (...groups: SystemGroup[]) => countFleet(new Map([['a', true]]), groups);
    expect(count(group({}))).toMatchObject({ ok: 1, organizationsOk: 1, manual: { ok: 1, count: 1 } });
    const late = { dueAt: '2026-11-20T03:12:00.000Z', alarmAt: '2026-11-20T09:12:00.000Z' };
    expect(count(group(late))).toMatchObject({
      overdue: 1,
      organizationsOk: 0,
      manual: { ok: 0, count: 1, overdue: 1 },
    });
    for (const [name, more] of [
      ['waiting', { lastBackup: null }],
      ['paused', { active: false }],
      ['unscheduled', { scheduled: false }],
    ] as const)
      expect(count(group(more))).toMatchObject({ [name]: 1, ok: 0, organizationsOk: 0, manual: { ok: 0, count: 1 } });
    expect(count(group({}), group({ lastBackup: null })).organizationsOk).toBe(0);
    expect(count(group({}), group({ active: false })).organizationsOk).toBe(1);
    expect(count()).toMatchObject({ organizations: 1, organizationsOk: 0 });
  });
});
