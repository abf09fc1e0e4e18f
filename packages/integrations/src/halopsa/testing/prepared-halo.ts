import type { CannedResponses } from '../../psa/testing/canned-io.js';

/** What an administrator of a HaloPSA has set up for the service; fields are numbered from 201. */
export const preparedHalo: CannedResponses = {
  '/AuthInfo': { auth_url: 'https://acme.halopsa.test/auth', version: '2.250.1' },
  '/Agent/me': { id: 7, name: 'Leadbridge' },
  '/TicketType': [
    { id: 1, name: 'Incident' },
    { id: 31, name: 'Lead' },
    { id: 32, name: 'Prospect' },
    { id: 33, name: 'Opportunity' },
  ],
  '/Status': [
    { id: 1, name: 'New' },
    { id: 61, name: 'New Lead' },
    { id: 62, name: 'Researching' },
    { id: 63, name: 'Do Not Contact' },
  ],
  '/FieldInfo': [
    {
      id: 201,
      name: 'CFLeadSource',
      label: 'Lead Source',
      type: 2,
      values: [{ id: 1, name: 'Provider A' }],
    },
    { id: 202, name: 'CFServicesOffered', label: 'Services Offered', type: 1 },
    { id: 205, name: 'CFDoNotContact', label: 'Do Not Contact', type: 6 },
    { id: 212, name: 'CFFounded', label: 'Company Founded Year', type: 0, inputtype: 1 },
  ],
  '/Outcome': [{ id: 4, outcome: 'Internal Note' }],
  '/Tickets': { record_count: 0, tickets: [] },
};
