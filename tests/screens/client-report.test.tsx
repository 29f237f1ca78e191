// The report of a client on its screen.
// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ReportedFacts } from '#app/features/client/client-report.tsx';

test('the report shows the lines of its logs, and none while only the list row of the system is known', () => {
  const facts = [['Client version', '1.0.0']] as const;
  const { rerender } = render(<ReportedFacts facts={facts} lastLog={undefined} lastBackupLog={undefined} />);
  expect(screen.getByText('1.0.0')).toBeDefined();
  expect(document.querySelector('pre')).toBeNull();
  rerender(<ReportedFacts facts={facts} lastLog="started" lastBackupLog={null} />);
  expect(document.querySelector('pre')?.textContent).toBe('started');
});
