/**
 * Spellings of one value, as spreadsheets, web pages, phones and malicious senders produce them. All of a
 * group are the same person, company or number.
 */
export interface Spellings {
  readonly plain: string;
  readonly written: readonly (readonly [what: string, text: string])[];
}

const tagged = [...'jane'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const styled = (text: string, a: number): string =>
  text.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(a + letter.charCodeAt(0) - 0x61));
const fullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0));
const between = (text: string, mark: string): string => [...text].join(mark);

const email = 'jane.doe@example.com';

export const emailSpellings: Spellings = {
  plain: email,
  written: [
    ['capitals', 'Jane.Doe@Example.COM'],
    ['blanks around', ' \t jane.doe@example.com \r\n'],
    ['no-break spaces around', '\u00a0jane.doe@example.com\u202f'],
    ['an ideographic space behind', 'jane.doe@example.com\u3000'],
    ['a braille blank around', '\u2800jane.doe@example.com\u2800'],
    ['a byte order mark in front', '\ufeffjane.doe@example.com'],
    ['a byte order mark inside', 'jane.doe@\ufeffexample.com'],
    ['a zero-width space', 'jane.doe@exam\u200bple.com'],
    ['a zero-width joiner', 'jane\u200d.doe@example.com'],
    ['a zero-width non-joiner', 'jane.doe\u200c@example.com'],
    ['a word joiner', 'jane.doe\u2060@example.com'],
    ['a soft hyphen', 'jane.doe@ex\u00adample.com'],
    ['a left-to-right mark', '\u200ejane.doe@example.com'],
    ['a right-to-left mark', 'jane.doe@example.com\u200f'],
    ['an Arabic letter mark', 'jane.doe\u061c@example.com'],
    ['an embedding', '\u202ajane.doe@example.com\u202c'],
    ['a right-to-left embedding', 'jane.\u202bdoe\u202c@example.com'],
    ['an override', '\u202djane.doe@example.com\u202c'],
    ['a right-to-left override', 'jane.doe\u202e@example.com'],
    ['isolates', '\u2066jane.doe@example.com\u2069'],
    ['a right-to-left isolate', 'jane.\u2067doe\u2069@example.com'],
    ['a first strong isolate', '\u2068jane.doe\u2069@example.com'],
    ['a variation selector', 'jane.doe\ufe0f@example.com'],
    ['a text variation selector', 'jane\ufe0e.doe@example.com'],
    ['the first variation selector', 'j\ufe00ane.doe@example.com'],
    ['a supplementary variation selector', 'jane.doe@example\u{e0100}.com'],
    ['a Mongolian variation selector', 'jane.doe@example\u180b.com'],
    ['a Mongolian vowel separator', 'jane\u180e.doe@example.com'],
    ['tag characters', `jane.doe${tagged}@example.com`],
    ['a language tag', 'jane.doe@example\u{e0001}.com'],
    ['a cancelled tag', 'jane.doe@example.com\u{e007f}'],
    ['a combining grapheme joiner', 'jan\u034fe.doe@example.com'],
    ['a Hangul filler', 'jane.doe\u3164@example.com'],
    ['a half-width Hangul filler', 'jane\uffa0.doe@example.com'],
    ['a Hangul choseong filler', 'jane.doe@\u115fexample.com'],
    ['a Khmer inherent vowel', 'jane.doe@example\u17b4.com'],
    ['an invisible times', 'jane\u2062.doe@example.com'],
    ['an invisible separator', 'jane.\u2063doe@example.com'],
    ['a function application', 'jane.doe\u2061@example.com'],
    ['an inhibited symmetric swapping', 'jane.doe@example\u206a.com'],
    ['an interlinear annotation', 'jane.doe\ufff9@example.com'],
    ['a musical control', 'jane.doe@example\u{1d173}.com'],
    ['a shorthand control', 'jane.doe@example\u{1bca0}.com'],
    ['invisible marks at every place', between(email, '\u200b')],
    ['two kinds of marks at every place', between(email, '\u2060\ufe0f')],
    ['a trailing dot', 'jane.doe@example.com.'],
    ['a trailing dot behind a blank', 'jane.doe@example.com .'],
    ['a trailing comma', 'jane.doe@example.com,'],
    ['a trailing semicolon', 'jane.doe@example.com; '],
    ['angle brackets', '<jane.doe@example.com>'],
    ['angle brackets with blanks', ' < jane.doe@example.com > '],
    ['angle brackets and a semicolon', '<jane.doe@example.com>;'],
    ['mailto', 'mailto:jane.doe@example.com'],
    ['mailto in capitals and brackets', '<MAILTO:jane.doe@example.com>'],
    ['mailto with a subject', 'mailto:jane.doe@example.com?subject=Hello%20there'],
    ['mailto with percent signs', 'mailto:jane%2Edoe%40example.com'],
    ['quotes', '"jane.doe@example.com"'],
    ['single quotes', "'jane.doe@example.com'"],
    ['typographic quotes', '“jane.doe@example.com”'],
    ['parentheses', '(jane.doe@example.com)'],
    ['square brackets', '[jane.doe@example.com]'],
    ['full-width letters', 'ｊａｎｅ.doe@example.com'],
    ['full-width letters and marks', fullWidth(email)],
    ['full-width capitals', fullWidth(email.toUpperCase())],
    ['a full-width at sign', 'jane.doe＠example.com'],
    ['a small at sign', 'jane.doe\ufe6bexample.com'],
    ['an ideographic full stop', 'jane.doe@example。com'],
    ['a half-width ideographic full stop', 'jane.doe@example｡com'],
    ['a one-dot leader', 'jane\u2024doe@example.com'],
    ['bold letters', `${styled('jane', 0x1d41a)}.doe@example.com`],
    ['sans-serif bold letters', `jane.doe@${styled('example', 0x1d5ee)}.com`],
    ['monospaced letters', `${styled('jane', 0x1d68a)}.${styled('doe', 0x1d68a)}@example.com`],
    ['circled letters', 'ⓙⓐⓝⓔ.doe@example.com'],
  ],
};

/** Addresses with letters of other scripts, whose domain may also be written in ASCII. */
export const internationalEmailSpellings: Spellings = {
  plain: 'zoë@müller.example',
  written: [
    ['capitals', 'ZOË@MÜLLER.EXAMPLE'],
    ['decomposed accents', 'zoe\u0308@mu\u0308ller.example'],
    ['accents kept apart by a joiner', 'zoe\u034f\u0308@mu\u034f\u0308ller.example'],
    ['a domain in ASCII', 'zoë@xn--mller-kva.example'],
    ['a domain in ASCII capitals', 'ZOË@XN--MLLER-KVA.EXAMPLE'],
  ],
};

/** Names of one person in one company; the first word is the first name. */
export const nameSpellings: Spellings = {
  plain: 'Jane Doe',
  written: [
    ['capitals', 'JANE DOE'],
    ['a no-break space', 'Jane\u00a0Doe'],
    ['a soft hyphen', 'Ja\u00adne Doe'],
    ['a zero-width space', 'Jane Do\u200be'],
    ['a zero-width joiner', 'Ja\u200dne Doe'],
    ['a zero-width non-joiner', 'Jane\u200c Doe'],
    ['direction marks', '\u202aJane Doe\u202c'],
    ['an isolate', '\u2068Jane\u2069 Doe'],
    ['a variation selector', 'Jane\ufe0f Doe'],
    ['a supplementary variation selector', 'Jane Doe\u{e0101}'],
    ['tag characters', `Jane Doe${tagged}`],
    ['a combining grapheme joiner', 'Jan\u034fe Doe'],
    ['a Hangul filler', 'Jane Doe\u3164'],
    ['a Khmer inherent vowel', 'Ja\u17b4ne Doe'],
    ['a Mongolian variation selector', 'Jane\u180b Doe'],
    ['full-width letters', 'Ｊａｎｅ　Ｄｏｅ'],
    ['bold letters', `${styled('jane', 0x1d41a)} ${styled('doe', 0x1d41a)}`],
  ],
};

export const companySpellings: Spellings = {
  plain: 'Acme Widgets',
  written: [
    ['a legal form', 'Acme Widgets, Inc.'],
    ['a legal form with a mark inside', 'Acme Widgets I\u200bnc.'],
    ['a legal form in full-width letters', 'Acme Widgets Ｉｎｃ.'],
    ['a soft hyphen', 'Acme Wid\u00adgets'],
    ['a zero-width joiner', 'Acme\u200d Widgets'],
    ['a variation selector', 'Acme\ufe0f Widgets'],
    ['tag characters', `Acme Widgets${tagged}`],
    ['a Hangul filler', 'Acme\u3164 Widgets'],
    ['direction marks', '\u200eAcme Widgets\u200f'],
    ['full-width letters', 'ＡＣＭＥ　Ｗｉｄｇｅｔｓ'],
    ['sans-serif bold letters', `${styled('acme', 0x1d5ee)} Widgets`],
    ['a registered trade mark behind an invisible mark', 'Acme\u2060 Widgets'],
  ],
};

export const phoneSpellings: Spellings = {
  plain: '+14155550132',
  written: [
    ['punctuation', '+1 (415) 555-0132'],
    ['a non-breaking hyphen', '+1\u2011415\u2011555\u20110132'],
    ['no-break spaces', '+1\u00a0415\u00a0555\u00a00132'],
    ['direction marks, as contact lists copy them', '\u202a+1 415-555-0132\u202c'],
    ['a mark behind the plus', '+\u200e1 415 555 0132'],
    ['zero-width spaces', between('+14155550132', '\u200b')],
    ['many invisible marks', between('+14155550132', '\u200b'.repeat(12))],
    ['a soft hyphen in the extension', '+1 415-555-0132 e\u00adxt. 12'],
    ['full-width digits', '＋１４１５５５５０１３２'],
    ['bold digits', '+1 415 555 \u{1d7ce}\u{1d7cf}\u{1d7d1}\u{1d7d0}'],
    ['Arabic-Indic digits', '+١٤١٥٥٥٥٠١٣٢'],
    ['Devanagari digits', '+१४१५५५५०१३२'],
    ['a small plus', '﹢14155550132'],
    ['a superscript plus', '⁺14155550132'],
    ['tel', 'tel:+14155550132'],
    ['angle brackets', '<tel:+1-415-555-0132>'],
    ['a variation selector', '+1 415 555 0132\ufe0f'],
    ['tag characters', `+1 415 555 0132${tagged}`],
  ],
};
