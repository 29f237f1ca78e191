// The numbers of Watch: each state has a tile of its own, only what is backed up has the tick, and 1,000 is never 1000.
// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LinkRow, SectionTitle } from '#app/ui/layout/rows.tsx';
import { FleetNumbers } from '#app/features/watch/home-widgets.tsx';

afterEach(cleanup);

const counts = {
  total: 6003,
  ok: 1000,
  watched: 6001,
  waiting: 5000,
  overdue: ['a'],
  notBackedup: [],
  failed: 0,
  late: 0,
  paused: 1,
  unscheduled: 1,
  nights: [],
  manual: { ok: 0, count: 1, overdue: 0 },
  automatic: { ok: 1000, count: 6002, overdue: 1001 },
  organizations: 2,
  organizationsOk: 0,
  inactive: 3,
  inactiveSystems: 0,
};

test('a system that waits, is paused or has no schedule has a tile of its own, without the tick of ok', () => {
  render(<FleetNumbers counts={counts} fresh />);
  const tileOf = (label: string) => {
    const tile = screen.getByText(label).closest('a');
    return [
      tile?.getAttribute('href'),
      tile?.querySelector('p')?.textContent,
      tile?.querySelector('[data-kind]')?.getAttribute('data-kind'),
    ];
  };
  expect(tileOf('ok')).toEqual(['/admin/systems?show=ok', '1,000', 'ok']);
  expect(tileOf('waiting')).toEqual(['/admin/systems?show=waiting', '5,000', 'snoozed']);
  expect(tileOf('paused')).toEqual(['/admin/systems?show=paused', '1', 'snoozed']);
  expect(tileOf('no schedule')).toEqual(['/admin/systems?show=unscheduled', '1', 'snoozed']);
});

test('the rows of the methods and of the organizations count as ok what the server does', () => {
  const { container } = render(<FleetNumbers counts={counts} fresh />);
  const shareAt = (to: string) => container.querySelector(`a[href="${to}"]`)?.textContent;
  expect(shareAt('/admin/systems?method=automatic')).toContain('1,000 of 6,002 ok, 1,001 overdue');
  expect(shareAt('/admin/systems?method=manual')).toContain('0 of 1 ok, 0 overdue');
  expect(shareAt('/admin/organizations')).toContain('0 of 2 ok, 3 inactive');
});

test('a number beside a title or at the end of a row is written as the tiles and sentences write it', () => {
  const { container } = render(
    <>
      <SectionTitle end={1000}>{'Filesets'}</SectionTitle>
      <LinkRow to="/admin/users" label="Users" value={25_000} />
    </>,
  );
  expect(container.textContent).toBe('Filesets1,000Users25,000');
});
