import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { CsvError } from './csv-error.js';
import { readCsv, type CsvOptions, type CsvRow } from './read-csv.js';
import { csvLine } from './write-csv.js';

/** A text in pieces of a few bytes, so that every character is at the end of a piece once. */
function* pieces(bytes: Buffer, size: number): Iterable<Buffer> {
  for (let from = 0; from < bytes.length; from += size) {
    yield bytes.subarray(from, from + size);
  }
}

async function read(content: string | Buffer, options: CsvOptions = {}, size = 3) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const table = await readCsv(pieces(bytes, size), options);
  const rows: CsvRow[] = [];
  for await (const row of table.rows) {
    rows.push(row);
  }
  return { ...table, rows };
}

const cellsOf = async (content: string | Buffer, options: CsvOptions = {}) =>
  (await read(content, options)).rows.map(({ cells }) => cells);

function utf16(text: string, byteOrder: 'le' | 'be'): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return byteOrder === 'le' ? bytes : bytes.swap16();
}

describe('a table', () => {
  it('has its columns, and its rows with the number that a spreadsheet shows and the line of the file', async () => {
    const content = 'Name,Note\r\nJo,"two\r\nlines"\r\n\r\n,\r\n" Kim ""K"" ",x';
    expect(await read(content)).toMatchObject({
      columns: ['Name', 'Note'],
      rows: [
        { row: 2, line: 2, cells: ['Jo', 'two\nlines'] },
        { row: 5, line: 6, cells: ['Kim "K"', 'x'] },
      ],
    });
  });

  it.each(['\n', '\r\n', '\r'])(
    'may have lines that end in %j, and no end after the last one',
    async (end) => {
      const content = ['a,b', '1,2', '', '3,"4', '5"'].join(end);
      expect((await read(content)).rows).toEqual([
        { row: 2, line: 2, cells: ['1', '2'] },
        { row: 4, line: 4, cells: ['3', '4\n5'] },
      ]);
    },
  );

  it.each([
    [',', 'a,b,c\n1,2,3'],
    [';', 'a;b;c\n1,5;2;3'],
    ['\t', 'a\tb\tc\n1\t2, 3\t4'],
    ['|', 'a|b|c\n1|2|3'],
    [';', '"Revenue, USD, millions";b\n1;2\n3;4'],
    [';', 'Name, full;Phone, work\n"Doe, Jo";1\nKim;2,3,4'],
    [',', 'a;b,c\n1,2\n3,4'],
    [',', 'email\njo@example.com'],
    [';', 'sep=;\na;b\n1;2'],
  ])('is separated by %j, which is detected', async (separator, content) => {
    const table = await read(content);
    expect(table.separator).toBe(separator);
    expect(table.rows.every(({ cells }) => cells.length === table.columns.length)).toBe(true);
  });

  it('is separated by the given character', async () => {
    expect(await cellsOf('a,b;c\n1,2;3', { separator: ';' })).toEqual([['1,2', '3']]);
    expect(await cellsOf('a#b\n1#2', { separator: '#' })).toEqual([['1', '2']]);
  });

  it('does not count the line with the separator', async () => {
    expect((await read('sep=;\na;b\n1;2')).rows).toEqual([{ row: 2, line: 3, cells: ['1', '2'] }]);
  });

  it('may have columns without a name and without values', async () => {
    expect(await cellsOf('a,,b,\n1,,2,\n')).toEqual([['1', '', '2', '']]);
  });

  it.each(['"=1+1"', "'=1+1"])('restores guarded cells, and leaves formulas as text: %s', async (cell) => {
    expect(await cellsOf(`a\n${cell}`)).toEqual([['=1+1']]);
  });
});

describe('its bytes', () => {
  const text = 'Name,Stadt\nMüller,Köln\n€,😀\n';
  const expected = [
    ['Müller', 'Köln'],
    ['€', '😀'],
  ];

  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', utf16(text, 'le')],
    ['utf-16be', utf16(text, 'be')],
  ] as const)('are %s by their byte order mark, or by themselves', async (encoding, bytes) => {
    for (const size of [1, 2, 3, 4, 5, 1000]) {
      const table = await read(bytes, {}, size);
      expect([table.encoding, table.rows.map(({ cells }) => cells)]).toEqual([encoding, expected]);
    }
  });

  it('have the given encoding, if there is no mark', async () => {
    const windows = Buffer.from(
      [...'a,b\nM\u00fcller,\x80 5 \x96 10\n'].map((letter) => letter.charCodeAt(0)),
    );
    expect(await cellsOf(windows, { encoding: 'windows-1252' })).toEqual([['Müller', '€ 5 – 10']]);
    expect(await cellsOf(Buffer.from('a\nü', 'utf16le'), { encoding: 'utf-16le' })).toEqual([['ü']]);
    expect(await cellsOf(Buffer.from(`\ufeffa\nü`), { encoding: 'windows-1252' })).toEqual([['ü']]);
  });

  it.each([
    [
      'a byte of Windows',
      Buffer.from('a\nb\nM\u00fcller AG\n', 'latin1'),
      {},
      'line 3: the byte 0xFC is not UTF-8',
    ],
    [
      'a cut character',
      Buffer.from('a\r\nb\u00fc').subarray(0, -1),
      {},
      'line 2: the byte 0xC3 is not UTF-8',
    ],
    [
      'a byte behind a sign of replacement',
      Buffer.concat([Buffer.from('a\n\ufffd\n'), Buffer.of(0xff)]),
      {},
      'line 3: the byte 0xFF is not UTF-8',
    ],
    [
      'a byte that Windows lacks',
      Buffer.from('a\nb\n\x81', 'latin1'),
      { encoding: 'windows-1252' },
      'line 3: the byte 0x81 is not windows-1252',
    ],
    ['UTF-16 without its mark', Buffer.from('a\nb\n', 'utf16le'), {}, 'line 1: a zero byte'],
    [
      'half a character',
      Buffer.concat([utf16('a\nb', 'le'), Buffer.of(0x3d, 0xd8)]),
      {},
      'line 2: half a character is missing',
    ],
    [
      'half a unit',
      Buffer.concat([utf16('a\nb', 'be'), Buffer.of(0)]),
      {},
      'line 2: half a character is missing',
    ],
  ] as const)('are rejected with the line: %s', async (_what, bytes, options, message) => {
    for (const size of [1, 2, 7, 1000]) {
      await expect(read(bytes, options, size)).rejects.toThrow(message);
    }
  });
});

describe('what would be lost silently', () => {
  it.each([
    ['nothing', '', 'the file is empty'],
    ['blank lines', '\n \n,,\n', 'the file is empty'],
    ['a header alone', 'a,b\n\n,\n', 'the file has a header and no rows'],
    ['two equal heads', 'Email,b, Email \n1,2,3', 'line 1: columns 1 and 3 have the same name, "Email"'],
    [
      'a short row',
      'a,b\n1,2\n"x\ny",2\n3\n',
      'line 5: row 4 has 1 cell, and the header has 2 (separated by commas)',
    ],
    [
      'a long row',
      'a;b\n1;2\n3;4;\n',
      'line 3: row 3 has 3 cells, and the header has 2 (separated by semicolons)',
    ],
    [
      'notes above the table',
      'Notes:\n"When exporting"\n\nName,Email\nAda,ada@example.com\n',
      'line 4: row 4 has 2 cells, and the header has 1 (separated by commas). If lines stand above the names of the columns, delete them',
    ],
    [
      'a value without a name',
      'a,,c\n1,,3\n1,2,3',
      'line 3: row 3 has a value in column 2, which has no name',
    ],
    ['quotes that never end', 'a,b\n1,2\n3,"4\n5,6\n', 'line 3: a quote that begins in this row'],
    [
      'quotes that never end in much',
      `a,b\n1,"2\n${'3,4\n'.repeat(400_000)}`,
      'line 2: a quote that begins in this row',
    ],
    [
      'quotes that never end in much, or a long cell of several lines',
      `a,b\n1,"2\n${'3,4\n'.repeat(400_000)}`,
      'is not closed, or the row is longer than 1,048,576 characters',
    ],
    ...['', 'sep=,\n'].flatMap((declared) => {
      const line = declared === '' ? 3 : 4;
      const long = 'x'.repeat(1_100_000);
      const message = `line ${line}: the row is longer than 1,048,576 characters`;
      return [
        ['a row that is too long', `${declared}a,b\n1,2\n${long},4\n5,6\n`, message] as const,
        ['a quoted row that is too long', `${declared}a,b\n1,2\n3,"${long}"\n5,6\n`, message] as const,
      ];
    }),
    ['a quote inside', 'a,b\n1,2\n3,4"5\n', 'line 3: a quote inside a cell'],
    ['text behind a quote', 'a,b\n1,"2"x\n', 'line 2: a quote inside a cell'],
    ['a workbook', 'PK\u0003\u0004\u0014\u0000', 'this is a workbook of a spreadsheet (.xlsx'],
    ['a PDF', '%PDF-1.7\n', 'this is a PDF and not CSV'],
    [
      'too many columns',
      `${'a'.repeat(5)}${','.repeat(1_000)}\n`,
      'line 1: the header has more than 1000 columns',
    ],
  ])('is rejected: %s', async (_what, content, message) => {
    const refused = read(content, {}, 64 * 1024);
    await expect(refused).rejects.toThrow(CsvError);
    await expect(refused).rejects.toThrow(message);
  });

  it('closes its source, however it ends', async () => {
    for (const content of ['a,a\n1,2\n', 'a,b\n1\n', 'a\n"1\n', 'a\n1\n2\n']) {
      let isClosed = false;
      const chunks = (async function* () {
        try {
          yield Buffer.from(content);
          yield Buffer.from('3\n');
        } finally {
          isClosed = true;
        }
      })();
      try {
        for await (const row of (await readCsv(chunks)).rows) {
          if (row.cells[0] === '1') {
            break;
          }
        }
      } catch {
        // Rejected, as expected.
      }
      await yieldToEventLoop();
      expect([content, isClosed]).toEqual([content, true]);
    }
  });
});

describe('laws', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('=1+1', "'=1", "''+4", '+14155550132', '-', '@x', 'a,b', 'a;b', '"', 'x\ny', '＝1'),
  );

  it('what was written is read back, whatever it contains', async () => {
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      );
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const columns = (rows[0] ?? []).map((_cell, index) => `column ${index}`);
        const content = [columns, ...rows].map((row) => csvLine(row)).join('');
        fc.pre(!content.includes('\0'));
        const plain = rows
          .map((row) => row.map((text) => text.replaceAll(/\r\n?/g, '\n').trim()))
          .filter((row) => row.some((text) => text !== ''));
        fc.pre(plain.length > 0);
        expect(await cellsOf(content, { separator: ',' })).toEqual(plain);
      }),
    );
  });

  it('no written cell is a formula', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(csvLine([text])).not.toMatch(/^"?\s*[=+\-@＝＋－＠]/u);
      }),
    );
  });
});

describe('a large table', () => {
  it('yields to other work: 10 MiB in 10,000 rows', async () => {
    const row = csvLine(['Jo', 'Doe', 'jo@example.com', 'x, '.repeat(330)]);
    const content = Buffer.from(`a,b,c,d\n${row.repeat(10_000)}`);
    expect(content.length).toBeGreaterThan(9 * 1024 * 1024);
    let turnsOfOthers = 0;
    let next: NodeJS.Immediate;
    const takeTurn = (): void => {
      turnsOfOthers += 1;
      next = setImmediate(takeTurn);
    };
    next = setImmediate(takeTurn);
    const { rows } = await readCsv(pieces(content, 64 * 1024));
    let count = 0;
    for await (const { cells } of rows) {
      count += cells.length === 4 ? 1 : 0;
    }
    clearImmediate(next);
    expect(count).toBe(10_000);
    expect(turnsOfOthers).toBeGreaterThanOrEqual(Math.floor(content.length / (64 * 1024)));
  });
});
