import { describe, expect, it } from '@jest/globals';

import { leadColumns, leadOfCells, unknownColumns } from './lead-table.js';

describe('the columns of a table of leads', () => {
  it('are omitted if they map to nothing', () => {
    expect(leadColumns(['Firm', 'Stand'], new Map([['Stand', null]]))).toEqual(['Firm', null]);
  });

  it('keep their headers, except those without one and those that were renamed', () => {
    expect(leadColumns(['Firm', '', 'Email'], new Map([['Firm', 'company']]))).toEqual([
      'company',
      null,
      'Email',
    ]);
  });

  it('of an export of LinkedIn connections have the profile as their URL', () => {
    const heads = ['First Name', 'URL', 'Connected On'];
    expect(leadColumns(heads)).toEqual(['First Name', 'linkedin_url', 'Connected On']);
    expect(leadColumns(heads, new Map([['URL', 'website']]))).toEqual([
      'First Name',
      'website',
      'Connected On',
    ]);
    expect(leadColumns(['Company', 'URL'])).toEqual(['Company', 'URL']);
  });

  it('of a table of failed rows are ignored, but only if all of them are present', () => {
    expect(leadColumns(['row', 'Email', 'error', 'code', 'suggestion'])).toEqual([
      null,
      'Email',
      null,
      null,
      null,
    ]);
    expect(leadColumns(['row', 'Email', 'code'])).toEqual(['row', 'Email', 'code']);
  });

  it('that name no field are reported, with the nearest name', () => {
    expect(unknownColumns(['Email', null, 'Compnay', 'Owner'])).toEqual([
      { name: 'Compnay', nearest: 'company' },
      { name: 'Owner', nearest: null },
    ]);
  });
});

describe('the lead of a row', () => {
  it('has its values in the order of the columns', () => {
    expect(Object.keys(leadOfCells(['b', 'a'], ['1', '2']))).toEqual(['b', 'a']);
  });

  it('has the cells that are not empty', () => {
    expect(leadOfCells(['Email', null, 'company'], ['jo@example.com', '7', ''])).toEqual({
      Email: 'jo@example.com',
    });
  });

  it('takes the first of two columns with the same new name', () => {
    expect(leadOfCells(['company', 'company'], ['First', 'Second'])).toEqual({ company: 'First' });
    expect(leadOfCells(['company', 'company'], ['', 'Second'])).toEqual({ company: 'Second' });
  });
});
