import { describe, expect, it } from '@jest/globals';

import { alex, importRow } from './testing/import-rows.js';
import { optOutsOfUnrecordedRows } from './unrecorded-opt-outs.js';

const at = '2026-01-31T09:00:00.000Z';
const flagged = { ...alex, do_not_contact: true };

describe('the opt-outs of rows whose lead is not recorded', () => {
  it('come from rows that carry a flag and identify the person', () => {
    const rows = [flagged, alex, { do_not_contact: true }].map((data) => importRow(data));
    expect(optOutsOfUnrecordedRows(rows, at, { defaultCountry: 'US' })).toMatchObject([
      { leadId: null, ticketId: null, person: { email: 'alex@example.com' }, marks: ['flag', 'list'] },
    ]);
  });
});
