// Access of jobs to the data and to what the server hands them.
import type { InternalUnits } from '#server/pipeline/internal-units.ts';
import type { Services } from '#server/services.ts';

export interface JobContext extends InternalUnits {
  services: Services;
}
