import { describe, expect, it } from '@jest/globals';

import { decodeText } from './decode.js';
import { FileFault, readLeadFile, type LeadFile } from './lead-file.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]));
const read = (text: string, name = 'leads.csv', separator: string | null = null): LeadFile =>
  readLeadFile(name, bytes(text), { encoding: null, separator });
const cellsOf = (file: LeadFile): unknown => file.rows.map(({ cells }) => cells);

describe('a file of leads', () => {
  it.each([',', ';', '\t', '|'])('is read with its separator found: %j', (separator) => {
    const file = read(
      ['email,company', 'a@example.com,One', '', 'b@example.com,Two'].join('\n').replaceAll(',', separator),
    );
    expect(file.separator).toBe(separator);
    expect(file.rows).toEqual([
      { row: 2, cells: ['a@example.com', 'One'] },
      { row: 4, cells: ['b@example.com', 'Two'] },
    ]);
  });

  it.each([
    ['sep=;\r\nemail;company\r\na@example.com;One, Ltd', 2],
    ['Company, full;Email, work\n"Doe, Jo";a@example.com\nKim;b@example.com', 2],
    ['\n\nemail,company\na@example.com,One', 4],
  ])('is read as the command line reads it: %j', (text, row) => {
    const file = read(text);
    expect(file.columns).toHaveLength(2);
    expect(file.rows[0]).toMatchObject({ row });
  });

  it('is read with quotes, line ends of every kind, and guarded formulas as their values', () => {
    expect(
      cellsOf(read('email,notes\r\na@example.com,"one, ""two""\nthree"\r\nb@example.com,\'=1+1\r\n')),
    ).toEqual([
      ['a@example.com', 'one, "two"\nthree'],
      ['b@example.com', '=1+1'],
    ]);
  });

  it('is read row by row where the header ends otherwise than the rows', () => {
    const text = 'email\r\na@example.com\nb@example.com\rc@example.com\n';
    const file = readLeadFile('a.csv', new TextEncoder().encode(text), { encoding: null, separator: null });
    expect(file.rows.map(({ cells }) => cells[0])).toEqual([
      'a@example.com',
      'b@example.com',
      'c@example.com',
    ]);
  });

  it('is a list or lines of JSON too', () => {
    expect(read('[{"email":"a@example.com"},{"company":"One"}]', 'leads.json')).toMatchObject({
      kind: 'json',
      columns: ['email', 'company'],
      rows: [{ row: 1 }, { row: 2 }],
    });
    expect(read('{"email":"a@example.com"}\n\n{"email":"b@example.com"}\n', 'leads.ndjson').rows).toEqual([
      { row: 1, cells: ['a@example.com'] },
      { row: 3, cells: ['b@example.com'] },
    ]);
  });

  it.each([
    ['leads.csv', '', /empty/],
    ['leads.csv', 'email,company\n', /no leads/],
    ['leads.csv', 'email,email\na@example.com,b@example.com', /Two columns are called “email”/],
    ['leads.csv', 'email,\na@example.com,One', /Column 2 has no name, and row 2/],
    ['leads.csv', 'email,company\na@example.com,One,Two', /Row 2 has 3 cells, and the header has 2/],
    ['leads.csv', 'email,company\n"a@example.com,One\nb@example.com,Two', /does not end/],
    ['leads.csv', 'email,company\n"a" b,One', /inside a cell/],
    [
      'leads.csv',
      `email\n${'a@example.com\n'.repeat(10_001)}`,
      /10,001 leads, and one import takes at most 10,000/,
    ],
    ['leads.json', '{"email":"a@example.com"}', /list of leads/],
    ['leads.json', '[1]', /Item 1 is not an object/],
    ['leads.json', '[', /not JSON/],
    ['leads.jsonl', '{"a":1}\nnonsense', /Line 2 is not JSON/],
    ['leads.xlsx', 'PK', /save it as CSV/],
    ['leads.csv', 'PK\u0003\u0004\u0014', /This is a workbook.*not CSV.*save it as CSV/],
    ['leads.json', 'PK\u0003\u0004\u0014', /This is a workbook/],
    ['leads.pdf', '%PDF', /Drop a file named/],
  ])('is refused in words that say what to do: %s %j', (name, text, message) => {
    expect(() => read(text, name)).toThrow(message);
    expect(() => read(text, name)).toThrow(FileFault);
  });

  it('with another separator than the chosen one is told so', () => {
    expect(() => read('email;company\na,b;One', 'leads.csv', ',')).toThrow(/another one/);
  });
});

describe('the encoding of a file', () => {
  it('is found by its mark, by its zeros, or guessed where it is no UTF-8', () => {
    expect(decodeText(bytes('\ufeffZoë'), null)).toEqual({ text: 'Zoë', encoding: 'utf-8', isGuess: false });
    expect(decodeText(utf16('\ufeffZoë'), null)).toMatchObject({
      text: 'Zoë',
      encoding: 'utf-16le',
      isGuess: false,
    });
    expect(decodeText(utf16('email,name'), null)).toMatchObject({
      text: 'email,name',
      encoding: 'utf-16le',
      isGuess: true,
    });
    expect(decodeText(Uint8Array.from([0x5a, 0x6f, 0xeb]), null)).toEqual({
      text: 'Zoë',
      encoding: 'windows-1252',
      isGuess: true,
    });
    expect(decodeText(bytes('Zoë'), null)).toMatchObject({ text: 'Zoë', encoding: 'utf-8', isGuess: false });
  });

  it('that was chosen counts, unless the bytes cannot be of it', () => {
    expect(decodeText(Uint8Array.from([0x5a, 0xeb]), 'windows-1252').text).toBe('Zë');
    expect(() => decodeText(Uint8Array.from([0x5a, 0xeb]), 'utf-8')).toThrow(/not in the encoding utf-8/);
  });
});
