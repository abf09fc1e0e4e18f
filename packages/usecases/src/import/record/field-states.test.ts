import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { MatchedRow } from '../import-row-state.js';
import { alex, knownLead, leadTicket, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { decide } from '../decide/decide.js';
import { fieldsOfRow } from './field-states.js';

const at = '2026-01-31T09:00:00.000Z';
const lead = { ...alex, technologies: 'AWS', services_offered: 'Cloud', phone: '+12025550100' };

/** The fields after an import of a lead with this ticket; null for a new lead. */
function fieldsOf(
  ticket: Partial<TicketSnapshot> | null,
  {
    psa = {},
    learnt = {},
    data = lead,
    ...given
  }: RowGiven & { psa?: MemoryPsaOptions; learnt?: Partial<MatchedRow>; data?: unknown } = {},
) {
  const context = stageContext(createImportWorld(psa));
  const row = rowState(data, given);
  row.ticket = ticket === null ? null : leadTicket(ticket);
  Object.assign(row, learnt);
  decide([row], context);
  return fieldsOfRow(row, at, context.session);
}

describe('the state of the fields after an import', () => {
  it('of a new lead contains what it sent', () => {
    expect(fieldsOf(null)).toMatchObject({
      email: { value: 'alex@example.com', source: 'csv', jobId: 'job_a1' },
      CF_106: { value: 'AWS', source: 'csv', notTaken: [] },
      phone: { value: '+12025550100', source: 'csv' },
    });
  });

  it('of an update contains what it wrote, and the previous values in the PSA', () => {
    const fields = fieldsOf({ customFields: { 102: 'Cloud and backup for everybody', 106: 'Azure' } });
    expect(fields).toMatchObject({
      CF_106: { value: 'AWS', source: 'csv', jobId: 'job_a1' },
      CF_102: {
        value: 'Cloud and backup for everybody',
        source: 'psa',
        notTaken: [{ source: 'csv', value: 'Cloud', rule: 'not_longer' }],
      },
    });
  });

  it('of an unchanged ticket contains the values in the PSA, and the offers not taken', () => {
    expect(fieldsOf({ statusId: 3, customFields: { 106: 'Azure' } })).toMatchObject({
      CF_106: { value: 'Azure', source: 'psa', notTaken: [{ value: 'AWS', rule: 'manual_work' }] },
    });
    const options = { updateExisting: false };
    expect(fieldsOf({ customFields: { 106: 'Azure' } }, { options })).toMatchObject({
      CF_106: { value: 'Azure', notTaken: [{ value: 'AWS', rule: 'left_unchanged' }] },
    });
  });

  it('of a ticket whose fields were not read contains what was known before', () => {
    const row = rowState(lead);
    const before = { value: 'GCP', source: 'csv', at, jobId: 'job_old', notTaken: [] };
    const known = knownLead(row, { fields: { CF_106: before } });
    const fields = fieldsOf({ statusId: 3, lacksCustomFields: true }, { learnt: { known } });
    expect(fields.CF_106).toMatchObject({ value: 'GCP', jobId: 'job_old' });
  });

  it('of a contact contains what was written to it', () => {
    const contact = {
      ...{
        id: 200,
        clientId: 10,
        clientName: null,
        siteId: 20,
        email: null,
        firstName: null,
        lastName: null,
      },
      ...{ phonenumber: '+12025550199', linkedinUrl: 'https://linkedin.com/in/alex' },
    };
    const data = { ...lead, linkedin_url: contact.linkedinUrl };
    expect(fieldsOf({}, { data, learnt: { contact } })).toMatchObject({
      phone: { value: '+12025550100', source: 'csv' },
      linkedin_url: { value: 'https://linkedin.com/in/alex', source: 'psa' },
    });
  });

  it('does not count a text as rejected if the PSA stores only its beginning', () => {
    const fields = fieldsOf({ customFields: { 106: 'AW' } }, { psa: { keeps: { 106: 2 } } });
    expect(fields.CF_106).toMatchObject({ value: 'AW', notTaken: [] });
  });

  it('does not count a profile as rejected if the PSA stores only its beginning', () => {
    const linkedinUrl = 'https://linkedin.com/in/alex';
    const contact = {
      ...{
        id: 200,
        clientId: 10,
        clientName: null,
        siteId: 20,
        email: null,
        firstName: null,
        lastName: null,
      },
      ...{ phonenumber: null, linkedinUrl: linkedinUrl.slice(0, 20) },
    };
    const psa = { keeps: { 'user.linkedin_url': 20 } };
    const data = { ...alex, linkedin_url: linkedinUrl };
    const fields = fieldsOf({}, { psa, data, learnt: { contact } });
    expect(fields.linkedin_url).toMatchObject({ value: contact.linkedinUrl, notTaken: [] });
  });

  it('without custom fields contains only those that are always written', () => {
    const fields = fieldsOf(null, { options: { customFields: false } });
    expect(fields).toMatchObject({ CF_106: { value: null, notTaken: [{ rule: 'left_unchanged' }] } });
    expect(fields.email?.value).toBe('alex@example.com');
  });
});
