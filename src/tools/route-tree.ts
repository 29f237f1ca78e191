// The options of the route tree, which the build and `npm run generate` write from the files of the routes.
import { resolve } from 'node:path';

const at = (path: string): string => resolve(import.meta.dirname, '../..', path);

export const routeTree = {
  target: 'react',
  autoCodeSplitting: true,
  routesDirectory: at('src/app/routes'),
  generatedRouteTree: at('src/app/routes.gen.ts'),
  routeFileIgnorePrefix: '-',
  quoteStyle: 'single',
  semicolons: true,
  addExtensions: true,
  tmpDir: at('.cache/router'),
} as const;
