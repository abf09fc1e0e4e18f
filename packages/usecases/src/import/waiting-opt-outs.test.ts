import { readJobInput } from '@leadbridge/contracts';
import { describe, expect, it } from '@jest/globals';

import { defaultSettings } from '../ports/settings.js';
import { optOutsOfJob } from './waiting-opt-outs.js';

const at = Date.parse('2026-01-31T09:00:00.000Z');
const deps = {
  settings: () => ({ ...defaultSettings('US'), integrationUser: { id: 7, name: 'Leadbridge' } }),
  clock: { now: () => at },
};

function optOuts(source: string, rows: readonly unknown[]) {
  return optOutsOfJob(deps, { input: readJobInput('bulk_import', { source }) }, rows);
}

const flagged = { email: 'alex@example.com', do_not_contact: true };

describe('the opt-outs of rows whose lead is not recorded', () => {
  it('come from rows that carry a flag and identify the person', () => {
    const rows = [flagged, { ...flagged, do_not_contact: false }, { do_not_contact: true }, null, 'text'];
    expect(optOuts('csv', rows)).toMatchObject([
      {
        origin: 'import',
        ticketId: null,
        leadId: null,
        leadSource: 'CSV',
        reason: 'CSV says that the person must not be contacted',
        person: { email: 'alex@example.com' },
        keys: [{ kind: 'email', value: 'alex@example.com' }],
        marks: ['flag', 'list'],
        at: '2026-01-31T09:00:00.000Z',
      },
    ]);
  });

  it('may be several for a row that was rejected because it contains several people', () => {
    const contacts = ['alex', 'robin'].map((name) => ({
      first_name: name,
      email: `${name}@example.com`,
      email_unsubscribed: true,
    }));
    expect(optOuts('provider_a', [{ contacts }]).map(({ person }) => person.email)).toEqual([
      'alex@example.com',
      'robin@example.com',
    ]);
  });

  it.each([
    ['the flat form', flagged],
    ['Apollo', { person: { first_name: 'Alex', email: 'alex@example.com', email_unsubscribed: true } }],
    ['ZoomInfo', { contact: { firstName: 'Alex', email: 'alex@example.com', doNotCall: true } }],
    ['Hunter', { data: { first_name: 'Alex', email: 'alex@example.com', sending_status: 'unsubscribed' } }],
    ['HubSpot', { properties: { firstname: 'Alex', email: 'alex@example.com', hs_email_optout: 'true' } }],
  ])(
    'of a source that was removed from the configuration are recorded once in any format: %s',
    (_form, row) => {
      expect(optOuts('gone', [row])).toMatchObject([
        { leadSource: 'gone', person: { email: 'alex@example.com' } },
      ]);
    },
  );
});
