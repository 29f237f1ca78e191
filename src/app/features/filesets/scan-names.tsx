// File names for the test of a fileset's rule, taken from one of the newest scans of its system.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { findingsOf, sampleNames } from '#contract/scan-findings.ts';
import { methodText } from '#app/features/scans/scan-text.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

const SHOWN = 5;
const SAMPLES = 6;
const TICK_MS = 60_000;
const files = { status: 'done', method: { '!=': 'version' } };

interface ScanNamesProps {
  /** The id of the system. */
  system: string;
  onAdd: (names: readonly string[]) => void;
}

/** Inside a sheet, which closes once the names have come. Nothing without a finished scan. */
export function ScanNames({ system, onAdd }: ScanNamesProps) {
  const closeThen = useCloseThen();
  const now = useNow(TICK_MS);
  const [error, setError] = useState('');
  const { data } = useQuery({
    ...api.scanresult.ofSystem.queryOptions({ system, where: files, sort: 'createdAt DESC', limit: SHOWN }),
    enabled: useCan('scanresult.read') && system !== '',
  });
  const take = async (id: string) => {
    setError('');
    try {
      const names = sampleNames(findingsOf((await api.scanresult.get({ id })).result), SAMPLES);
      if (names.length === 0) setError(m.filesets_scan_empty());
      else closeThen(() => onAdd(names));
    } catch (failure) {
      setError(errorMessage(failure));
    }
  };
  if (!data || data.rows.length === 0) return null;
  return (
    <>
      <SectionTitle>{m.filesets_from_scan()}</SectionTitle>
      <Rows label={m.filesets_from_scan()}>
        {data.rows.map((scan) => (
          <LinkRow
            key={scan.id}
            icon="scan"
            label={formatMoment(scan.createdAt, now, reader())}
            note={methodText(scan)}
            onPress={() => void take(scan.id)}
          />
        ))}
      </Rows>
      {error !== '' && (
        <p className="px-1.5 pt-2 text-misstext" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
