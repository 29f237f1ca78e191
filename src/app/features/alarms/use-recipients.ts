// The query of the people whom an alarm would reach now.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import type { Input } from '#app/api/types.ts';
import { usePolling } from '#app/realtime/freshness.ts';

/** Asks again at intervals: no event reports the begin and the end of a shift. */
export const useRecipients = (input: Input<'alarm', 'recipients'>, enabled = true) =>
  useQuery({ ...api.alarm.recipients.queryOptions(input), enabled, refetchInterval: usePolling() });
