// React's functions for elements as constants of a module: of a package in CommonJS the bundler looks each one up by name,
// 1.6 kB gzip more in all scripts.
import * as runtime from 'react/jsx-runtime';

export const { jsx, jsxs, Fragment } = runtime;
