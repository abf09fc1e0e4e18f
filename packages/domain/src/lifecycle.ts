/** The states of the three kinds of record (specification, "States and transitions"). */
export const STATUSES = {
  lead: ['new_lead', 'researching', 'contacted', 'engaged', 'no_interest', 'do_not_contact', 'invalid_data'],
  prospect: ['new_prospect', 'prospecting', 'qualified', 'disqualified'],
  opportunity: ['new_opportunity', 'progressing', 'negotiation', 'won', 'lost'],
} as const;

/** A kind of record that has states. */
export type RecordKind = keyof typeof STATUSES;
/** The state of a lead whose import was undone: no transition of the table leads to it or away from it. */
export const UNDONE = 'undone';
/** The state that the ticket of an undone lead shows, because the PSA has no separate state for it. */
export const UNDONE_SHOWS = 'invalid_data' satisfies LeadStatus;
export type LeadStatus = (typeof STATUSES)['lead'][number] | typeof UNDONE;
export type ProspectStatus = (typeof STATUSES)['prospect'][number];
export type OpportunityStatus = (typeof STATUSES)['opportunity'][number];
export type Status = LeadStatus | ProspectStatus | OpportunityStatus;

/** All five qualification criteria are met, or at least one is missing. */
export type TransitionCondition = 'none' | 'criteria_met' | 'criteria_missing';

/** What a transition triggers in addition. */
export type TransitionEffect = 'none' | 'do_not_contact_sync' | 'conversion' | 'promotion';

/** One line of the transition table. */
export interface Transition {
  readonly record: RecordKind;
  readonly from: Status;
  readonly trigger: string;
  readonly condition: TransitionCondition;
  /** Another record if a lead becomes a prospect, or a prospect an opportunity. */
  readonly toRecord: RecordKind;
  readonly to: Status;
  readonly effect: TransitionEffect;
}

/** The one table of transitions; everything else is refused (specification, "States and transitions"). */
export const transitions: readonly Transition[] = [
  move('lead', 'new_lead', 'claim for research', 'researching'),
  move('lead', 'researching', 'establish contact', 'contacted'),
  move('lead', 'researching', 'bad data', 'invalid_data'),
  move('lead', 'contacted', 'shows interest', 'engaged'),
  move('lead', 'contacted', 'not interested', 'no_interest'),
  { ...move('lead', 'contacted', 'opt-out request', 'do_not_contact'), effect: 'do_not_contact_sync' },
  {
    ...move('lead', 'engaged', 'convert to prospect', 'new_prospect'),
    toRecord: 'prospect',
    effect: 'conversion',
  },
  move('prospect', 'new_prospect', 'identify pain points', 'prospecting'),
  { ...move('prospect', 'prospecting', 'meets criteria', 'qualified'), condition: 'criteria_met' },
  { ...move('prospect', 'prospecting', 'does not qualify', 'disqualified'), condition: 'criteria_missing' },
  {
    ...move('prospect', 'qualified', 'promote to opportunity', 'new_opportunity'),
    toRecord: 'opportunity',
    effect: 'promotion',
  },
  move('opportunity', 'new_opportunity', 'propose solution', 'progressing'),
  move('opportunity', 'progressing', 'discuss terms', 'negotiation'),
  move('opportunity', 'negotiation', 'close deal', 'won'),
  move('opportunity', 'negotiation', 'deal lost', 'lost'),
];

/** The state at which each kind of record starts. */
export const INITIAL_STATUS = {
  lead: 'new_lead',
  prospect: 'new_prospect',
  opportunity: 'new_opportunity',
} as const;

/** The PSA's status ids that the specification defines; the others are looked up by `statusName`. */
export const PSA_STATUS_IDS: Readonly<Partial<Record<Status, number>>> = {
  new_lead: 1,
  researching: 2,
  do_not_contact: 6,
  new_prospect: 10,
};

/** The result of checking a request for a new state. */
export type TransitionCheck =
  | { readonly result: 'move'; readonly transition: Transition }
  /** The record already has that state: nothing happens. */
  | { readonly result: 'unchanged' }
  | {
      readonly result: 'refused';
      readonly from: Status;
      readonly to: string;
      readonly allowed: readonly Status[];
    };

/** Whether a text is a state of this kind of record. */
export function isStatus<K extends RecordKind>(
  record: K,
  value: unknown,
): value is (typeof STATUSES)[K][number] {
  return STATUSES[record].some((status) => status === value);
}

/** Without conversion and promotion, which create another record; see `promotionFrom`. */
export function allowedStatuses(record: RecordKind, from: Status): readonly Status[] {
  return transitions
    .filter((line) => line.record === record && line.toRecord === record && line.from === from)
    .map((line) => line.to);
}

/** The caller must check the conditions of the returned transition. */
export function checkTransition(record: RecordKind, from: Status, to: string): TransitionCheck {
  if (from === to) return { result: 'unchanged' };
  const transition = transitions.find(
    (line) => line.record === record && line.toRecord === record && line.from === from && line.to === to,
  );
  if (transition !== undefined) return { result: 'move', transition };
  return { result: 'refused', from, to, allowed: allowedStatuses(record, from) };
}

/** The transition to the next kind of record; null if there is none from this state. */
export function promotionFrom(record: RecordKind, from: Status): Transition | null {
  return (
    transitions.find((line) => line.record === record && line.from === from && line.toRecord !== record) ??
    null
  );
}

/** Whether no transition leaves this state: `won`, `lost`, and the final states of leads and prospects. */
export function isTerminal(record: RecordKind, status: Status): boolean {
  return !transitions.some((line) => line.record === record && line.from === status);
}

/** A state's name as PSAs show it: `New Lead`, `Do Not Contact`. */
export function statusName(status: Status): string {
  return status
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function move(record: RecordKind, from: Status, trigger: string, to: Status): Transition {
  return { record, from, trigger, condition: 'none', toRecord: record, to, effect: 'none' };
}
