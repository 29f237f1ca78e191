/** Values that entities look up once in a unit. Each entity adds its keys by interface merging; they end with the unit. */
export interface UnitMemo {}
