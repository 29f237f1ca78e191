// The build puts this in place of the part of the query library that reads the pages of infinite queries.
export const infiniteQueryBehavior = () => undefined;
export const hasNextPage = () => false;
export const hasPreviousPage = hasNextPage;
