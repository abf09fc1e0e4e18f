import { describe, expect, it } from '@jest/globals';

import fc from 'fast-check';

import { parseCsv } from './parse-csv.js';

const usual = { charset: null, separator: null, maxRows: 10_000 };

describe('a table as a body', () => {
  it('never blocks the process: 10 MiB in 10,000 rows', async () => {
    const row = `Jo,Doe,"${'x, '.repeat(330)}",jo@example.com\r\n`;
    const bytes = Buffer.from(`a,b,c,d\r\n${row.repeat(10_000)}`);
    let turnsOfOthers = 0;
    let next: NodeJS.Immediate;
    const takeTurn = (): void => {
      turnsOfOthers += 1;
      next = setImmediate(takeTurn);
    };
    next = setImmediate(takeTurn);
    const { leads } = await parseCsv(bytes, usual);
    clearImmediate(next);
    expect(leads).toHaveLength(10_000);
    // Other work runs after every piece of 64 KiB. How long a piece takes is measured by a benchmark, not by
    // a test.
    expect(turnsOfOthers).toBeGreaterThanOrEqual(Math.floor(bytes.length / (64 * 1024)));
  });

  it('reads no more rows than allowed, plus one that shows that there were more', async () => {
    const bytes = Buffer.from(`a\n${'1\n'.repeat(50)}`);
    expect((await parseCsv(bytes, { ...usual, maxRows: 10 })).leads).toHaveLength(11);
  });

  it('law: counts rows as a spreadsheet: the header is row 1, and a record with line breaks counts once', async () => {
    const record = fc.oneof(
      fc.constant(null),
      fc.array(fc.constantFrom('a', '"quoted"', '\n', '\r\n', ',', ';', ' '), { minLength: 1, maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        async (records, lineEnd) => {
          const lines = records.map((parts) =>
            parts === null ? '' : `"${parts.join('').replaceAll('"', '""')}x",jo@example.com`,
          );
          const bytes = Buffer.from(['Note,Email', ...lines, 'last,kim@example.com', ''].join(lineEnd));
          const expected = records.flatMap((parts, index) => (parts === null ? [] : [index + 2]));
          expect((await parseCsv(bytes, usual)).rows).toEqual([...expected, records.length + 2]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('ignores the columns of a table of failed rows', async () => {
    const bytes = Buffer.from('row,Email,error,code,suggestion\n5,jo@example.com,Invalid,X,"do, it"\n');
    expect((await parseCsv(bytes, usual)).leads).toEqual([{ Email: 'jo@example.com' }]);
  });
});
