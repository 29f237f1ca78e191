// The layout of every mail: plain text and HTML of the same words, day and night, one button, no remote content.
import { languageOf, type Language } from '#text/language.ts';
import * as m from '#text/messages.js';

export interface Recipient {
  /** The user's language; null for one who chose none. */
  language: string | null;
}

/** The message option of a user's language. */
export const inLanguage = (language: string | null): { locale: Language } => ({ locale: languageOf(language) });

/** The words of one mail, as plain text: `write` escapes them. */
export interface Words extends Recipient {
  subject: string;
  title: string;
  lines: readonly string[];
  button?: { label: string; url: string };
  /** Under the button, smaller. */
  notes?: readonly string[];
}

export interface Written {
  subject: string;
  text: string;
  html: string;
}

const NAME_MAX = 80;
/** Controls and marks that change the reading direction: a name must not rearrange the sentence around it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Prepares a typed value for a sentence: one line, at most 80 code points, isolated in its own direction. */
export function typed(value: string): string {
  const line = value.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  const letters = [...line];
  const short = letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : line;
  return `\u2068${short}\u2069`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Escapes a text for HTML. */
export const escaped = (value: string): string => value.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** Writes both forms of one mail. */
export function write({ language, subject, title, lines, button, notes = [] }: Words): Written {
  const call = button ? [`${button.label}:\n${button.url}`] : [];
  const text = [title, ...lines, ...call, ...notes, '-- \nBackwatch'].join('\n\n');
  const paragraphs = lines.map((line) => `<p class="t" style="${PARAGRAPH}">${escaped(line)}</p>`);
  const small = [
    ...notes.map(escaped),
    ...(button ? [escaped(m.mails_button_fallback({ url: button.url }, inLanguage(language)))] : []),
  ].map((note) => `<p class="n" style="${NOTE}">${note}</p>`);
  const body = [...paragraphs, ...(button ? [press(button)] : []), ...small].join('\n');
  const html = page(languageOf(language), escaped(title), body);
  return { subject, text: `${text}\n`, html };
}

const PARAGRAPH = 'margin:0 0 16px;font-size:17px;line-height:1.35;color:#021f2b';
const NOTE = 'margin:0 0 12px;font-size:14px;line-height:1.4;color:#3d5762;overflow-wrap:anywhere';
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

const press = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:8px 0 24px"><a class="b" href="${escaped(url)}" style="display:inline-block;padding:16px 24px;` +
  `border-radius:16px;background:#012d3f;color:#fdfaf1;font-size:17px;font-weight:700;text-decoration:none">` +
  `${escaped(label)}</a></p>`;

const NIGHT = [
  '.g{background:#04131a!important}',
  '.s{background:#0b1f27!important}',
  '.h,.t{color:#f6f0e1!important}',
  '.n{color:#9badae!important}',
  '.b{background:#f5e8bf!important;color:#011c27!important}',
].join('');

const page = (language: Language, title: string, body: string): string => `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${NIGHT}}</style>
</head>
<body class="g" style="margin:0;padding:24px 12px;background:#eaf3f5;${FONT}">
<div class="s" style="max-width:560px;margin:0 auto;padding:28px 24px 16px;border-radius:18px;background:#ffffff">
<h1 class="h" style="margin:0 0 16px;font-size:26px;line-height:1.15;color:#021f2b">${title}</h1>
${body}
</div>
</body>
</html>
`;
