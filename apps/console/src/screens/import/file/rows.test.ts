import { describe, expect, it } from '@jest/globals';

import { checkRows } from './check-rows.js';
import { failedRowsTable } from './failed-rows.js';
import { readLeadFile, type LeadFile } from './lead-file.js';
import { readLead } from './read-row.js';
import { applySaved, fieldsTwice, guessMapping, savableMapping, leadOfRow } from './mapping.js';

function fileOf(text: string, name = 'leads.csv'): LeadFile {
  return readLeadFile(name, new TextEncoder().encode(text), { encoding: null, separator: null });
}

describe('the mapping of columns', () => {
  it('is guessed by names, and by names that come close where no column has the field', () => {
    expect(guessMapping(['E-Mail Address', 'Compnay', 'Shoe size', 'First'])).toEqual([
      { column: 'E-Mail Address', field: 'email', isGuess: false },
      { column: 'Compnay', field: 'company', isGuess: true },
      { column: 'Shoe size', field: null, isGuess: false },
      { column: 'First', field: 'first_name', isGuess: false },
    ]);
    expect(guessMapping(['company', 'compnay'])[1]).toMatchObject({ field: null });
    expect(guessMapping(['email', 'row', 'error', 'code', 'suggestion']).map(({ field }) => field)).toEqual([
      'email',
      null,
      null,
      null,
      null,
    ]);
  });

  it('is kept, and counts for the columns that it knows', () => {
    const [first, second] = guessMapping(['Firm', 'email']);
    const kept = savableMapping([
      { column: 'Firm', field: 'company', isGuess: false },
      second ?? { column: '', field: null, isGuess: false },
    ]);
    expect(first?.field).toBeNull();
    expect(applySaved(kept, ['email', 'Firm', 'Phone']).map(({ field }) => field)).toEqual([
      'email',
      'company',
      'phone',
    ]);
  });

  it('says which fields have two columns, of which the first that is not empty counts', () => {
    const file = fileOf('Email,Work email\n,b@example.com\na@example.com,c@example.com');
    const mapping = guessMapping(file.columns);
    expect(fieldsTwice(mapping)).toEqual(['email']);
    const read = file.rows.map((row) => readLead(file, row, { mapping, source: 'csv' }));
    expect(read).toMatchObject([
      { ok: true, lead: { email: 'b@example.com' } },
      { ok: true, lead: { email: 'a@example.com' } },
    ]);
  });

  it('leaves what a provider sends as it stands', () => {
    const file = fileOf('[{"person":{"email":"a@example.com"},"Mail":null}]', 'leads.json');
    expect(file.rows.map((row) => leadOfRow(file, guessMapping(file.columns), row))).toEqual([
      { person: { email: 'a@example.com' }, email: null },
    ]);
  });
});

describe('the rows of a file', () => {
  it('are read by the rules of the import, with what is wrong at its cell', () => {
    const file = fileOf(
      'Name,Mail,Company\nAlex Example,not an address,One\n,alex@example.com,One\n,ALEX@example.com,Two\nAlex,,\n',
    );
    expect(checkRows(file, guessMapping(file.columns), 'csv').faults).toEqual([
      { index: 0, row: 2, column: 1, message: expect.stringMatching(/email/) },
      { index: 2, row: 4, column: 1, message: 'Same email as row 3' },
      { index: 3, row: 5, column: null, message: expect.stringMatching(/^Needs an email/) },
    ]);
  });

  it('that failed become a table that can be imported as it is, and runs nothing in a spreadsheet', () => {
    const file = fileOf('Mail,Notes\na@example,"=HYPERLINK(""https://example.com"")"\nb@example.com,fine\n');
    const table = failedRowsTable(file, [
      { index: 0, error: 'email must be one', code: 'VALIDATION_ERROR', suggestion: 'Correct it' },
    ]);
    expect(table.startsWith('\ufeffrow,Mail,Notes,error,code,suggestion\r\n2,a@example,"\'=HYPERLINK')).toBe(
      true,
    );
    const again = fileOf(table);
    expect(again.rows[0]?.cells[2]).toBe('=HYPERLINK("https://example.com")');
    expect(leadOfRow(again, guessMapping(again.columns), again.rows[0] ?? { row: 0, cells: [] })).toEqual({
      email: 'a@example',
      initial_notes: '=HYPERLINK("https://example.com")',
    });
    expect(
      failedRowsTable(again, [{ index: 0, error: 'e', code: 'c', suggestion: '' }]).split('\r\n')[0],
    ).toBe('\ufeffrow,Mail,Notes,error,code,suggestion');
  });
});
