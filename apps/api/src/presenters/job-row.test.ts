import { Readable } from 'node:stream';

import { describe, expect, it } from '@jest/globals';
import type { JobRow, SucceededOutcome } from '@leadbridge/usecases';

import { jobRowsAsCsv, presentRow } from './job-row.js';

const imported: SucceededOutcome = {
  status: 'succeeded',
  result: 'preserved',
  leadId: 7,
  psaTicketId: 42,
  qualityScore: 80,
  warnings: [],
  actionsTaken: ['ticket_updated'],
};

describe('a row of a job in responses', () => {
  it('is neither a success nor a failure while it waits', () => {
    expect(presentRow({ index: 3, row: 4, status: 'pending', outcome: null })).toEqual({
      index: 3,
      row: 4,
      success: null,
    });
  });

  it('names the lead and the ticket, and omits what does not exist', () => {
    expect(presentRow({ index: 0, row: 1, status: 'succeeded', outcome: imported })).toEqual({
      index: 0,
      row: 1,
      success: true,
      lead_id: 7,
      psa_ticket_id: 42,
      result: 'preserved',
    });
  });

  it('shows which key matched an opted-out person', () => {
    const outcome = {
      ...imported,
      reason: 'The person has opted out',
      warnings: ['No phone'],
      suppressedBy: 'company-person',
      suppressionId: 'sup_1',
    } as const;
    expect(presentRow({ index: 0, row: 1, status: 'succeeded', outcome })).toMatchObject({
      reason: 'The person has opted out',
      warnings: ['No phone'],
      suppressed_by: 'company_and_name',
      suppression_id: 'sup_1',
    });
  });

  it('lists what an undo has restored and kept', () => {
    const outcome = {
      status: 'succeeded',
      result: 'kept',
      leadId: 7,
      psaTicketId: 42,
      fieldsRestored: [],
      fieldsKept: ['CF_106'],
      reason: 'Changed since',
    } as const;
    expect(presentRow({ index: 1, row: 2, status: 'succeeded', outcome })).toEqual({
      index: 1,
      row: 2,
      success: true,
      lead_id: 7,
      psa_ticket_id: 42,
      result: 'kept',
      reason: 'Changed since',
      fields_restored: [],
      fields_kept: ['CF_106'],
    });
  });

  it('shows why a row failed', () => {
    const outcome = { status: 'failed', error: 'Invalid email', code: 'VALIDATION_ERROR' } as const;
    expect(presentRow({ index: 2, row: 3, status: 'failed', outcome })).toEqual({
      index: 2,
      row: 3,
      success: false,
      error: 'Invalid email',
      code: 'VALIDATION_ERROR',
    });
  });
});

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

const importedRow: JobRow = {
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
const failedRow: JobRow = {
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
    const [, row] = await csvOf([importedRow]);
    expect(row).toMatch(/^"?0"?,"?true"?,"?7"?,"?42"?,"?created"?,/u);
    expect(row).toContain('The phone is not valid');
  });

  it('are safe to open in a spreadsheet', async () => {
    const [, row] = await csvOf([failedRow]);
    expect(row).not.toMatch(/(^|,)"?=HYPERLINK/u);
    expect(row).toContain('HYPERLINK');
  });
});
