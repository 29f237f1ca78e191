// Writes what is derived from the contract and the settings: the tables of the documents, the tables of the app and its route tree.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';
import { CALL_TABLE, callTable } from './call-table.ts';
import { PRESET_TABLE, presetTable } from './preset-table.ts';
import { routeTree } from './route-tree.ts';
import { documents, withTable } from './tables.ts';

const at = (path: string): string => resolve(import.meta.dirname, '../..', path);

for (const path of Object.keys(documents)) writeFileSync(at(path), withTable(path, readFileSync(at(path), 'utf8')));
writeFileSync(at(CALL_TABLE), callTable());
writeFileSync(at(PRESET_TABLE), presetTable());
await new Generator({ config: getConfig(routeTree, at('.')), root: at('.') }).run();
