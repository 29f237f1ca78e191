// A message with bold words.
import type { ReactNode } from 'react';

/** One piece of a message, as `parts()` of a message with markup returns it. */
export type MessagePart =
  | { type: 'text'; value: string }
  | { type: 'markup-start' | 'markup-end' | 'markup-standalone'; name: string };

/** Renders `{#b}word{/b}` in bold, and the text of any other markup as it is. */
export function RichText({ parts }: { parts: readonly MessagePart[] }): ReactNode {
  let bold = false;
  return parts.map((part, index) => {
    if (part.type === 'text') return bold ? <b key={index}>{part.value}</b> : part.value;
    if (part.name === 'b') bold = part.type === 'markup-start';
    return null;
  });
}
