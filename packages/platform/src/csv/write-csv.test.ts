import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { readCsv } from './read-csv.js';
import { csvLine } from './write-csv.js';

describe('a record of a table', () => {
  it.each([
    [['a', 'b'], 'a,b'],
    [[], ''],
    [[null, undefined, ''], ',,'],
    [[1, -1, 0, 1.5, true, false], '1,-1,0,1.5,true,false'],
    [['a,b', 'c'], '"a,b",c'],
    [['say "hi"'], '"say ""hi"""'],
    [['two\nlines', 'two\r\nlines', 'cr\ronly'], '"two\nlines","two\r\nlines","cr\ronly"'],
    [[' blank', 'blank ', '\u00a0'], '" blank","blank ","\u00a0"'],
    [['Zoë', '株式会社', '😀'], 'Zoë,株式会社,😀'],
    [['<b>&amp;</b>'], '"<b>&amp;</b>"'],
  ])('writes %j', (cells, line) => {
    expect(csvLine(cells)).toBe(`${line}\r\n`);
  });

  it('makes formulas text, and leaves numbers numbers', () => {
    expect(csvLine(['=1+1', '-1', '+49 30', -1])).toBe("'=1+1,'-1,'+49 30,-1\r\n");
    expect(csvLine(['=A1,"x"'])).toBe(`"'=A1,""x"""\r\n`);
  });

  it('quotes what another separator would cut a formula out of', () => {
    expect(csvLine(['a;=1+1', 'a\t=1+1'])).toBe('"a;=1+1","a\t=1+1"\r\n');
  });

  it('is read back as it was written, but for blanks at the ends of its cells', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '=', "'", '"', ',', ';', ' ', '\n', '-', '😀'),
    });
    await fc.assert(
      fc.asyncProperty(fc.tuple(cell, cell), async (cells) => {
        const text = `first,second,last\r\n${csvLine([...cells, 'end'])}`;
        const { rows } = await readCsv([Buffer.from(text)], { separator: ',' });
        for await (const row of rows) {
          expect(row.cells).toEqual([...cells.map((each) => each.trim()), 'end']);
        }
      }),
    );
  });
});
