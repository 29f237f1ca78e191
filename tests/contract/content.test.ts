// Detects the kind of a file from its first bytes, and checks it against the expected content.
import { describe, expect, test } from 'vitest';
import { fits, kindOf, type Content, type FileKind } from '#contract/files/content.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const kind = (text: string) => kindOf(bytes(text), 1000);

describe('the kind of a file', () => {
  test.each<[string, FileKind]>([
    ['PK\x03\x04rest', 'archive'],
    ['PK\x05\x06', 'archive'],
    ['\x1f\x8b\x08\x00', 'archive'],
    ['BZh91AY', 'archive'],
    ['\xfd7zXZ\x00\x00', 'archive'],
    ['7z\xbc\xaf\x27\x1c\x00', 'archive'],
    ['\x28\xb5\x2f\xfd....', 'archive'],
    ['\x04\x22\x4d\x18d', 'archive'],
    ['Rar!\x1a\x07\x01', 'archive'],
    ['SQLite format 3\x00', 'database'],
    ['PGDMP\x01\x0e', 'database'],
    ['TAPE\x00\x00', 'database'],
    ['XBSTCK01', 'database'],
    ['-- MySQL dump 10.13', 'database'],
    ['-- MariaDB dump 10.19', 'database'],
    ['/*M!999999\\- enable the sandbox mode */', 'database'],
    ['--\n-- PostgreSQL database dump', 'database'],
    ['--\r\n-- PostgreSQL database dump', 'database'],
    ['conectix\x00', 'image'],
    ['vhdxfile', 'image'],
    ['QFI\xfb\x00\x00', 'image'],
    ['KDMV\x01', 'image'],
    ['# Disk DescriptorFile\nversion=1', 'image'],
    ['MSWIM\x00\x00\x00\xd0', 'image'],
    ['<?xml version="1.0"?>\n <Error><Code>AccessDenied', 'page'],
    ['Saved as <html>', 'unknown'],
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

  test('a file of an unknown kind can be plain files, and nothing else that was asked for', () => {
    expect(contents.map((content) => fits('unknown', content))).toEqual([true, false, false, true]);
  });

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
