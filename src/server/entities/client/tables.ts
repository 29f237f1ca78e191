// The tables of clients: Pi clients, and scans that clients carry out.
import type * as z from 'zod/mini';
import type { ScanResult } from '#contract/scanresult.ts';
import { edited, json, nullable, stamps, text } from '#server/query/columns.ts';

export const rpiclient = {
  ...edited,
  macAddress: text(),
  name: text(),
  ip: nullable(text()),
  lastConnection: nullable(text()),
  version: nullable(text()),
  system: nullable(text()),
  organization: nullable(text()),
};

type ScanRecord = z.output<typeof ScanResult>;
/** `ip`: of the person who asked for it. */
export type ScanMeta = {
  askedBy?: { id: string; name: string };
  ip?: string;
  tookMs?: number;
  reason?: string;
};
export const scanresult = {
  ...stamps,
  method: text<ScanRecord['method']>(),
  status: text<ScanRecord['status']>(),
  searchConfig: json<Record<string, unknown>>(),
  result: nullable(json<unknown>()),
  meta: json<ScanMeta>(),
  system: text(),
  organization: text(),
};
