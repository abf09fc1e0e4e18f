import { mergeFields } from './custom-fields.js';
import { isClosing } from './psa-setup.js';
import { requireLookUp, requireRow, type PsaState } from './psa-state.js';
import { isScalar, readTexts, readWholeNumber, type Input } from './read-input.js';
import { Refusal } from './refusal.js';
import type { OpportunityRow } from './rows.js';

const firstStatus = 20;
const ownFields = new Set([
  'id',
  'summary',
  'details',
  'client_id',
  'user_id',
  'status_id',
  'customfields',
  'created_at',
  'last_update_date',
]);

function readExtras(input: Input): OpportunityRow['extras'] {
  const extras: OpportunityRow['extras'] = {};
  for (const [name, value] of Object.entries(input)) {
    if (ownFields.has(name) || name === '__proto__') {
      continue;
    }
    if (isScalar(value)) {
      extras[name] = value;
    }
  }
  return extras;
}

function readStatus(state: PsaState, input: Input): { status_id?: number } {
  const status = readWholeNumber(input, 'status_id');
  return status === undefined ? {} : { status_id: requireLookUp(state.setup.statuses, status, 'status_id') };
}

/** Creates an opportunity; summary, `client_id` and `user_id` are required. */
export function createOpportunity(state: PsaState, input: Input): OpportunityRow {
  const client = requireRow(state.clients, readWholeNumber(input, 'client_id'), 'client_id');
  const user = requireRow(state.users, readWholeNumber(input, 'user_id'), 'user_id');
  const texts = readTexts(input, ['summary', 'details']);
  if ((texts.summary ?? '').trim() === '') {
    throw new Refusal('Please specify the summary.', { field: 'summary' });
  }
  const now = new Date().toISOString();
  return state.opportunities.insert({
    summary: '',
    details: '',
    status_id: firstStatus,
    ...texts,
    ...readStatus(state, input),
    client_id: client.id,
    user_id: user.id,
    customfields: mergeFields(new Map(), state.customFields.read(input['customfields'])),
    extras: readExtras(input),
    created_at: now,
    last_update_date: now,
    id: state.opportunities.nextId(),
  });
}

export function updateOpportunity(state: PsaState, row: OpportunityRow, input: Input): void {
  state.opportunities.update(row, {
    ...readTexts(input, ['summary', 'details']),
    ...readStatus(state, input),
    customfields: mergeFields(row.customfields, state.customFields.read(input['customfields'])),
    extras: { ...row.extras, ...readExtras(input) },
    last_update_date: new Date().toISOString(),
  });
}

/** False for an opportunity whose status is a closed one: won or lost. */
export function isOpen(state: PsaState, row: OpportunityRow): boolean {
  return !isClosing(state.setup, row.status_id);
}
