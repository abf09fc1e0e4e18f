import { Readable } from 'node:stream';

import { describe, expect, it } from '@jest/globals';
import type { JobRow } from '@leadbridge/usecases';

import { presentRow } from './job-row.js';
import { jobRowsAsCsv } from './job-rows-csv.js';

async function csvOf(rows: readonly JobRow[]) {
  let text = '';
  for await (const piece of jobRowsAsCsv(Readable.from(rows.map(presentRow)))) {
    text += piece;
  }
  return text
    .replace(/^\uFEFF/u, '')
    .trimEnd()
    .split('\r\n');
}

const imported: JobRow = {
  index: 0,
  row: 1,
  status: 'succeeded',
  outcome: {
    status: 'succeeded',
    result: 'created',
    leadId: 7,
    psaTicketId: 42,
    qualityScore: 80,
    warnings: ['"Odd" is not known', 'The phone is not valid'],
    actionsTaken: [],
  },
};
const failed: JobRow = {
  index: 1,
  row: 2,
  status: 'failed',
  outcome: { status: 'failed', code: 'VALIDATION_ERROR', error: '=HYPERLINK("http://x")' },
};

describe('the rows of a job as CSV', () => {
  it('begin with the names of the columns, even without rows', async () => {
    const [header, ...rows] = await csvOf([]);
    expect(header).toMatch(/^"?index"?,"?success"?,"?lead_id"?,"?psa_ticket_id"?,"?result"?,/u);
    expect(rows).toEqual([]);
  });

  it('have one line for each row, with every warning', async () => {
    const [, row] = await csvOf([imported]);
    expect(row).toMatch(/^"?0"?,"?true"?,"?7"?,"?42"?,"?created"?,/u);
    expect(row).toContain('The phone is not valid');
  });

  it('are safe to open in a spreadsheet', async () => {
    const [, row] = await csvOf([failed]);
    expect(row).not.toMatch(/(^|,)"?=HYPERLINK/u);
    expect(row).toContain('HYPERLINK');
  });
});
