import fc from 'fast-check';

/** What people and systems write around an address, without another address in it. */
export const emailWrappers: readonly (readonly [what: string, wrap: (address: string) => string])[] = [
  ['a label', (a) => `email:${a}`],
  ['a label with a space', (a) => `E-Mail: ${a}`],
  ['a label of the server', (a) => `SMTP:${a}`],
  ['a link', (a) => `mailto:${a}`],
  ['a link with a subject', (a) => `mailto:${a}?subject=Hello%20there`],
  ['a subject', (a) => `${a}?subject=Hi`],
  ['a subject with a space', (a) => `${a}?subject=Hi there&body=x`],
  ['an empty query', (a) => `${a}?`],
  ['an escaped bracket in front without its backslash', (a) => `u003e${a}`],
  ['escaped brackets without their backslashes', (a) => `u003c${a}u003e`],
  ['escaped brackets', (a) => String.raw`\u003c${a}\u003e`],
  ['HTML brackets', (a) => `&lt;${a}&gt;`],
  ['an HTML at sign', (a) => a.replace('@', '&#64;')],
  ['a percent-escaped at sign', (a) => a.replace('@', '%40')],
  ['a percent-escaped space', (a) => `%20${a}%20`],
  ['percent-escaped brackets', (a) => `%3C${a}%3E`],
  ['a remark', (a) => `${a}(home)`],
  ['a remark with a space', (a) => `${a} (home)`],
  ['a remark in front', (a) => `(home) ${a}`],
  ['a remark in the middle', (a) => a.replace('@', '(home)@')],
  ['a name', (a) => `Jo Doe <${a}>`],
  ['a quoted name', (a) => `"Jo" <${a}>`],
  ['a quoted name with a comma', (a) => `"Doe, Jo" <${a}>`],
  ['a name with a comma', (a) => `Doe, Jo <${a}>`],
  ['a name without a space', (a) => `"Jo"<${a}>`],
  ['the address as its own name', (a) => `${a} <${a}>`],
  ['an open bracket', (a) => `<${a}`],
  ['a bracket behind', (a) => `${a}>`],
  ['spaces in brackets', (a) => `< ${a} >`],
  ['a trailing comma', (a) => `${a},`],
  ['a trailing slash', (a) => `${a}/`],
  ['a trailing backslash', (a) => `${a}\\`],
  ['trailing punctuation', (a) => `${a} .;,`],
  ['an exclamation mark', (a) => `${a}!`],
  ['an apostrophe in front, as spreadsheets mark text', (a) => `'${a}`],
  ['an equals sign in front', (a) => `=${a}`],
  ['a bullet', (a) => `• ${a}`],
  ['typographic quotes', (a) => `“${a}”`],
  ['quotes around it', (a) => `"${a}"`],
  ['an apostrophe on each side', (a) => `'${a}'`],
  ['square brackets', (a) => `[${a}]`],
  ['a square bracket behind', (a) => `${a}]`],
  ['a mail link in square brackets', (a) => `[mailto:${a}]`],
  ['braces', (a) => `{${a}}`],
  ['a trailing NUL', (a) => `${a}\0`],
  ['a full-width at sign', (a) => a.replace('@', '＠')],
  ['capitals', (a) => a.toUpperCase()],
  ['Turkish capitals', (a) => a.toLocaleUpperCase('tr')],
  ['a line break behind', (a) => `${a}\r\n`],
];

/** A further address and what stands between the two. */
export const emailSeparators = [
  ';',
  ',',
  ', ',
  ' ; ',
  ' ',
  '|',
  ' / ',
  '\n',
  ' or ',
  ' und ',
  ' & ',
  '；',
  '，',
  '\0',
  '>,<',
];

const local = fc
  .stringMatching(/^[a-z0-9_](?:[a-z0-9._+!#$&*=^{}~-]{0,12}[a-z0-9_])?$/)
  .filter((text) => !/u003/u.test(text));
/** An address as people have it, in its normal form. */
export const emailAddresses = fc.tuple(local, fc.domain()).map(([name, domain]) => `${name}@${domain}`);
