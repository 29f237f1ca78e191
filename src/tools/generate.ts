// Writes what is derived from the contract and the settings: the tables of the documents, and the tables of the app.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CALL_TABLE, callTable } from './call-table.ts';
import { PRESET_TABLE, presetTable } from './preset-table.ts';
import { documents, withTable } from './tables.ts';

const at = (path: string): string => resolve(import.meta.dirname, '../..', path);

for (const path of Object.keys(documents)) writeFileSync(at(path), withTable(path, readFileSync(at(path), 'utf8')));
writeFileSync(at(CALL_TABLE), callTable());
writeFileSync(at(PRESET_TABLE), presetTable());
