// The build puts this in place of the part of the query library that fetches the pages of infinite queries.
export function infiniteQueryBehavior(): never {
  throw new Error('Infinite queries are not bundled, see vite.config.ts.');
}
export const hasNextPage = () => false;
export const hasPreviousPage = hasNextPage;
