import { defaultSources } from '@leadbridge/domain';

import { defaultSetup, type LookUp, type PsaSetup, type StatusLookUp } from '../state/psa-setup.js';

/**
 * A tenant of the usual kind: a service desk with incidents, and beside them the types, statuses and fields of the specification
 * under ids of its own. The state keeps the specification's numbers; what is the service desk's own is kept as 1000 and its id.
 */
export const foreignBase = 1000;
/** The type of an incident, as the state keeps it. */
export const incidentType = foreignBase + 1;
/** The status of a new incident, as the state keeps it. */
export const incidentStatus = foreignBase + 1;
/** The specification's types. */
const [leadType, prospectType] = [1, 2] as const;
export const opportunityType = 3;

const foreignTypes: readonly LookUp[] = [
  { id: incidentType, name: 'Incident' },
  { id: foreignBase + 3, name: 'Service Request' },
];

const foreignStatuses: readonly StatusLookUp[] = [
  { id: incidentStatus, name: 'New' },
  { id: foreignBase + 2, name: 'Working' },
  { id: foreignBase + 9, name: 'Closed', closed: true },
  { id: foreignBase + 10, name: 'With CAB' },
];

export const haloSetup: PsaSetup = {
  ...defaultSetup,
  ticketTypes: [...foreignTypes, ...defaultSetup.ticketTypes],
  statuses: [...foreignStatuses, ...defaultSetup.statuses],
};

/** The status that a new ticket of a type gets where none is sent. */
export const initialStatuses: ReadonlyMap<number, number> = new Map([
  [leadType, 1],
  [prospectType, 10],
  [opportunityType, 20],
]);

/** The options that an administrator has given the dropdowns, by the specification's number of the field. */
export const fieldOptions: ReadonlyMap<number, readonly string[]> = new Map([
  [101, defaultSources.map(({ label }) => label)],
  [107, ['Under 1M', '1M-5M', '5M-25M', '25M-100M', '100M-500M', '500M-1B', '1B+']],
  [108, ['1-9', '10-50', '51-200', '201-1000', '1001-5000', '5001-10000', '10001+']],
  [109, ['C-Suite', 'VP', 'Director', 'Manager', 'Senior', 'Entry', 'Owner', 'Partner', 'Other']],
  [
    110,
    [
      'IT',
      'Finance',
      'Operations',
      'Sales',
      'Marketing',
      'HR',
      'Engineering',
      'Legal',
      'Product',
      'Customer Support',
      'Executive',
      'Other',
    ],
  ],
]);

export const outcomes: readonly LookUp[] = [
  { id: 1, name: 'Assign' },
  { id: 4, name: 'Email User' },
  { id: 7, name: 'Internal Note' },
  { id: 11, name: 'Phone Call' },
  { id: 15, name: 'Changed by Agent' },
];
