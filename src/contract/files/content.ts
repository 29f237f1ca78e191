// Detects the kind of a file from its first bytes, and checks it against the content expected of a system.

/** `archive` can contain anything; `page` is an HTML or XML error page stored instead of a backup. */
export type FileKind = 'empty' | 'page' | 'archive' | 'database' | 'image' | 'unknown';
/** The content that is expected of a system’s backups, its `backupContent`. `mixed` accepts every kind. */
export type Content = 'files' | 'database' | 'image' | 'mixed';

/** Magic numbers at the beginning of files, as Latin-1 text. */
const marks: readonly (readonly [mark: string, kind: FileKind])[] = [
  ['PK\x03\x04', 'archive'],
  ['PK\x05\x06', 'archive'],
  ['\x1f\x8b', 'archive'],
  ['BZh', 'archive'],
  ['\xfd7zXZ\x00', 'archive'],
  ['7z\xbc\xaf\x27\x1c', 'archive'],
  ['\x28\xb5\x2f\xfd', 'archive'],
  ['\x04\x22\x4d\x18', 'archive'],
  ['Rar!\x1a\x07', 'archive'],
  ['SQLite format 3\x00', 'database'],
  ['PGDMP', 'database'],
  ['TAPE', 'database'],
  ['XBSTCK', 'database'],
  ['-- MySQL dump', 'database'],
  ['-- MariaDB dump', 'database'],
  ['/*M!999999', 'database'],
  ['--\n-- PostgreSQL database', 'database'],
  ['--\r\n-- PostgreSQL database', 'database'],
  ['conectix', 'image'],
  ['vhdxfile', 'image'],
  ['QFI\xfb', 'image'],
  ['KDMV', 'image'],
  ['# Disk DescriptorFile', 'image'],
  ['MSWIM\x00\x00\x00', 'image'],
];

/** Number of leading bytes that `kindOf` reads. */
export const HEAD_BYTES = 64;

/** Returns the kind of a file of `size` bytes that begins with `head`. */
export function kindOf(head: Uint8Array, size: number): FileKind {
  if (size === 0) return 'empty';
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  const found = marks.find(([mark]) => text.startsWith(mark));
  if (found) return found[1];
  return /^\s*<(?:!doctype html|html|\?xml[^>]*>\s*<(?:!doctype html|html|Error>))/i.test(text) ? 'page' : 'unknown';
}

/** Returns whether a file of this kind can be a backup of that content; never for an empty file or an error page. */
export function fits(kind: FileKind, content: Content): boolean {
  if (kind === 'empty' || kind === 'page') return false;
  if (kind === 'archive' || content === 'mixed') return true;
  if (content === 'files') return kind === 'unknown';
  return kind === content;
}
