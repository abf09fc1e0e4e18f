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

const industries = [
  'Technology',
  'Software',
  'Finance',
  'Healthcare',
  'Manufacturing',
  'Retail',
  'Education',
  'Construction',
  'Real Estate',
  'Transportation',
  'Energy',
  'Telecommunications',
  'Hospitality',
  'Legal',
  'Marketing',
  'Insurance',
];

const listNames = [
  'Hot',
  'Warm',
  'Cold',
  'Enterprise',
  'Mid-Market',
  'Small Business',
  'Do Not Contact',
  ...['Provider A', 'Provider B', 'Provider C', 'Manual', 'CSV'].map((label) => `Source: ${label}`),
  ...industries.map((industry) => `Industry: ${industry}`),
];

function ticketField(id: number, name: string, type: CustomFieldDefinition['type']): CustomFieldDefinition {
  return { id, name, type, of: 'ticket' };
}

function opportunityField(id: number, name: string): CustomFieldDefinition {
  return { id, name, type: 'text', of: 'opportunity' };
}

export const defaultSetup: PsaSetup = {
  statuses: [
    { id: 1, name: 'New Lead' },
    { id: 2, name: 'Researching' },
    { id: 3, name: 'Contacted' },
    { id: 4, name: 'Engaged' },
    { id: 5, name: 'No Interest' },
    { id: 6, name: 'Do Not Contact' },
    { id: 7, name: 'Invalid Data' },
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
  customFields: [
    ticketField(101, 'Lead Source', 'dropdown'),
    ticketField(102, 'Services Offered', 'text'),
    ticketField(103, 'Growth Signals', 'text'),
    ticketField(104, 'Project Pipelines', 'text'),
    ticketField(105, 'Do Not Contact', 'boolean'),
    ticketField(106, 'Technology Stack', 'text'),
    ticketField(107, 'Revenue Range', 'dropdown'),
    ticketField(108, 'Employee Count Range', 'dropdown'),
    ticketField(109, 'Management Level', 'dropdown'),
    ticketField(110, 'Department Function', 'dropdown'),
    ticketField(111, 'Intent Signals', 'text'),
    ticketField(112, 'Company Founded Year', 'integer'),
    ticketField(113, 'Location/HQ Address', 'text'),
    ticketField(201, 'Confirmed Pain Points', 'text'),
    ticketField(202, 'Qualified Services', 'text'),
    ticketField(203, 'Decision Maker', 'text'),
    ticketField(204, 'Budget Range', 'text'),
    ticketField(205, 'Timeframe', 'text'),
    ticketField(206, 'Fit Score', 'integer'),
    opportunityField(301, 'Products/Services'),
    opportunityField(302, 'Quotes/Proposals'),
    opportunityField(303, 'Competitors'),
    opportunityField(304, 'Win/Loss Reason'),
  ],
};
