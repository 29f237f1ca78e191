// Access of jobs to the data: units of `internalActor`, whose changes are recorded and published like those of a person.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';

export interface JobContext {
  services: Services;
  read<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  write<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
}
