// Facts of which some may be unknown.
import type { ReactNode } from 'react';
import { FactRow, Facts } from './rows.tsx';

export type Fact = readonly [term: string, value: ReactNode];

/** Those that have a value. */
export function KnownFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Facts>
      {facts
        .filter(([, value]) => value)
        .map(([term, value]) => (
          <FactRow key={term} term={term}>
            {value}
          </FactRow>
        ))}
    </Facts>
  );
}
