// How jobs reach the data: as the house, through the same unit as everybody, so that their changes are announced too.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';

export interface House {
  services: Services;
  read<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  write<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
}
