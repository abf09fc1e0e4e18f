import { describe, expect, it } from '@jest/globals';

import { nameLeads } from './name-leads.js';

const inRow = (index: number): string => `in row ${index + 2}`;

describe('a text that names leads by their index', () => {
  it.each([
    ['The lead with index 0 is the same person', 'The lead in row 2 is the same person'],
    ['lead with index 7 and lead with index 12', 'lead in row 9 and lead in row 14'],
    ['lead with index 9999.', 'lead in row 10001.'],
    ['', ''],
    ['No lead is named', 'No lead is named'],
    ['mislead with index 3', 'mislead with index 3'],
    ['lead with index', 'lead with index'],
    ['lead with index x', 'lead with index x'],
  ])('%j is %j in the rows of a file', (text, expected) => {
    expect(nameLeads(text, inRow)).toBe(expected);
  });

  it('takes a name as it is, with signs that a replacement could read', () => {
    expect(nameLeads('lead with index 1', () => "of $& and $1 and $'")).toBe("lead of $& and $1 and $'");
  });
});
