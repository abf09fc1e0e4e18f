import { customFields, defaultListNames, defaultSources } from '@leadbridge/domain';

/** How an administrator has set up this PSA: its look-ups, agents, lists and custom fields. */

export interface LookUp {
  readonly id: number;
  readonly name: string;
}

export interface StatusLookUp extends LookUp {
  /** True where `open_only` leaves the record out. */
  readonly closed?: boolean;
}

export interface CustomFieldDefinition {
  readonly id: number;
  readonly name: string;
  readonly type: 'text' | 'dropdown' | 'boolean' | 'integer';
  readonly of: 'ticket' | 'opportunity';
}

export interface PsaSetup {
  readonly statuses: readonly StatusLookUp[];
  readonly ticketTypes: readonly LookUp[];
  readonly agents: readonly LookUp[];
  readonly lists: readonly LookUp[];
  readonly customFields: readonly CustomFieldDefinition[];
}

/** The industries that this PSA keeps a list for. */
const industries = [
  'Automotive',
  'Banking',
  'Construction',
  'Consulting',
  'Education',
  'Energy',
  'Finance',
  'Financial Services',
  'Government',
  'Healthcare',
  'Hospitality',
  'Information Technology',
  'Insurance',
  'Legal',
  'Logistics',
  'Manufacturing',
  'Marketing',
  'Media',
  'Pharmaceuticals',
  'Professional Services',
  'Real Estate',
  'Retail',
  'SaaS',
  'Software',
  'Technology',
  'Telecommunications',
  'Transportation',
];

const { source, industry, ...plainLists } = defaultListNames;
const listNames = [
  ...Object.values(plainLists),
  ...defaultSources.map(({ label }) => source.replace('<label>', label)),
  ...industries.map((name) => industry.replace('<name>', name)),
];

export function isClosing({ statuses }: Pick<PsaSetup, 'statuses'>, statusId: number | undefined): boolean {
  return statuses.some(({ id, closed }) => id === statusId && closed === true);
}

export const defaultSetup: PsaSetup = {
  statuses: [
    { id: 1, name: 'New Lead' },
    { id: 2, name: 'Researching' },
    { id: 3, name: 'Contacted' },
    { id: 4, name: 'Engaged' },
    { id: 5, name: 'No Interest', closed: true },
    { id: 6, name: 'Do Not Contact' },
    { id: 7, name: 'Invalid Data', closed: true },
    { id: 10, name: 'New Prospect' },
    { id: 11, name: 'Prospecting' },
    { id: 12, name: 'Qualified' },
    { id: 13, name: 'Disqualified' },
    { id: 20, name: 'New Opportunity' },
    { id: 21, name: 'Progressing' },
    { id: 22, name: 'Negotiation' },
    { id: 23, name: 'Won', closed: true },
    { id: 24, name: 'Lost', closed: true },
  ],
  ticketTypes: [
    { id: 1, name: 'Lead' },
    { id: 2, name: 'Prospect' },
    { id: 3, name: 'Opportunity' },
  ],
  agents: [
    { id: 1, name: 'Leadbridge' },
    { id: 2, name: 'Sales Agent' },
    { id: 3, name: 'Research Agent' },
  ],
  lists: listNames.map((name, index) => ({ id: index + 1, name })),
  customFields: customFields.map(({ id, name, type, record }) => ({
    id,
    name,
    type,
    of: record === 'opportunity' ? 'opportunity' : 'ticket',
  })),
};
