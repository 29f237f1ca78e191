// The contents of live events for the records of each noun.
import { contract } from '#contract/index.ts';
import { tables } from '#server/registry.ts';
import type { EventFormat } from '#server/transport/socket/publisher.ts';

const restrictedFields = (noun: string): readonly string[] => {
  const table = tables.get(noun);
  return table?.linked?.restrictedFields ?? table?.shared?.restrictedFields ?? [];
};

/** By noun. */
export const eventFormats: ReadonlyMap<string, EventFormat> = new Map(
  Object.values(contract).map(({ noun, record }) => [
    noun,
    { shape: (row) => record.parse(row), restrictedFields: restrictedFields(noun) },
  ]),
);
