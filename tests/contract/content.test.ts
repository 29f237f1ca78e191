// Detects the kind of a file from its first bytes, and checks it against the expected content.
import { describe, expect, test } from 'vitest';
import { fits, kindOf, type Content, type FileKind } from '#contract/files/content.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const kind = (text: string) => kindOf(bytes(text), 1000);

describe('the kind of a file', () => {
  test.each<[string, FileKind]>([
    ['PK\x03\x04rest', 'archive'],
    ['\x1f\x8b\x08\x00', 'archive'],
    ['\x28\xb5\x2f\xfd....', 'archive'],
    ['SQLite format 3\x00', 'database'],
    ['PGDMP\x01\x0e', 'database'],
    ['-- MySQL dump 10.13', 'database'],
    ['--\n-- PostgreSQL database dump', 'database'],
    ['vhdxfile', 'image'],
    ['QFI\xfb\x00\x00', 'image'],
    ['<!DOCTYPE html><title>504', 'page'],
    ['\r\n<HTML><body>', 'page'],
    ['<?xml version="1.0"?><Error>', 'page'],
    ['<?xml version="1.0"?><customers>', 'unknown'],
    ['name;amount', 'unknown'],
  ])('%j is of the kind %s', (head, expected) => expect(kind(head)).toBe(expected));

  test('a file of 0 bytes is empty', () => {
    expect(kindOf(bytes('PK\x03\x04'), 0)).toBe('empty');
  });
});

describe('the expected content', () => {
  const contents: Content[] = ['files', 'database', 'image', 'mixed'];

  test.each(contents)('neither an empty file nor an error page is a backup of %s', (content) => {
    expect([fits('empty', content), fits('page', content)]).toEqual([false, false]);
  });

  test.each(contents)('an archive can be a backup of %s', (content) => expect(fits('archive', content)).toBe(true));

  test('a database is no image, an image is no database, and neither is plain files', () => {
    const taken = contents.map((content) => [content, fits('database', content), fits('image', content)]);
    expect(taken).toEqual([
      ['files', false, false],
      ['database', true, false],
      ['image', false, true],
      ['mixed', true, true],
    ]);
  });
});
