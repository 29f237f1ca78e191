// The key under which this device stores the jobs that it began.
export const BULK_JOBS = 'bulk-jobs';
