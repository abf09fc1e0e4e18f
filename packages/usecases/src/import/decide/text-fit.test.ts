import { describe, expect, it } from '@jest/globals';
import type { CustomFieldValues } from '@leadbridge/domain';

import { knownLead, leadTicket, rowState } from '../testing/import-rows.js';
import { createTextFit } from './text-fit.js';

const long = 'Salesforce, AWS, Azure, Oracle, SAP, Workday, ServiceNow, Zendesk, Okta, Snowflake';

/** For a lead whose source has sent these fields before, and whose ticket contains one text. */
function fitOf(shown: string | null, before: CustomFieldValues | null, maxLength = 1_000) {
  const row = rowState();
  const lead = { ...row.lead, customFields: before ?? {} };
  const csv = { kind: 'flat', lead, receivedAt: '2025-12-31T09:00:00.000Z', jobId: 'job_old' } as const;
  const learnt = {
    ticket: leadTicket({ customFields: { 106: shown } }),
    known: before === null ? null : knownLead(row, { sources: { csv } }),
  };
  return createTextFit({ ...row, ...learnt }, { fit: (_field, text) => text.slice(0, maxLength) });
}

describe('a text as the ticket of a row stores it', () => {
  it('is the truncated one if the PSA has truncated what an earlier import sent too', () => {
    expect(fitOf(long.slice(0, 60), { 106: long })(106, long)).toBe(long.slice(0, 60));
  });

  it('is the full one if it is new, if the ticket contains another text, or if the PSA declares its maximum length', () => {
    expect(fitOf(long.slice(0, 60), { 106: long.slice(0, 60) })(106, long)).toBe(long);
    expect(fitOf(long.slice(0, 60), null)(106, long)).toBe(long);
    expect(fitOf('By hand', { 106: long })(106, long)).toBe(long);
    expect(fitOf(null, { 106: long })(106, long)).toBe(long);
    expect(fitOf(long.slice(0, 60), { 106: long }, 60)(106, long)).toBe(long.slice(0, 60));
  });
});
