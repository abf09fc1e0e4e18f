import type { QualificationData } from '@leadbridge/domain';

/** The qualification data that people see as custom fields of a ticket. */
const qualificationKeys: Readonly<Partial<Record<number, keyof QualificationData>>> = {
  201: 'painPoints',
  202: 'qualifiedServices',
  203: 'decisionMaker',
  204: 'budgetRange',
  205: 'timeframe',
  206: 'fitScore',
};

/** What of a change in the PSA concerns the lifecycle. */
export interface ConcerningChange {
  readonly statusId: number | null;
  readonly tickettypeId: number | null;
  readonly qualification: readonly (keyof QualificationData)[];
}

/**
 * Reads the changes of a notification: by field name, each `{new_value}`; `customfields` is a list of `{id, new_value}`. Null where nothing of
 * them concerns the lifecycle.
 */
export function readTicketChange(changes: Readonly<Record<string, unknown>>): ConcerningChange | null {
  const fields: readonly unknown[] = Array.isArray(changes['customfields']) ? changes['customfields'] : [];
  const change: ConcerningChange = {
    statusId: newNumber(changes['status_id']),
    tickettypeId: newNumber(changes['tickettype_id']),
    qualification: fields.flatMap((field) => {
      const key = qualificationKeys[readNumber(valueIn(field, 'id')) ?? 0];
      return key === undefined ? [] : [key];
    }),
  };
  const concerns =
    change.statusId !== null || change.tickettypeId !== null || change.qualification.length > 0;
  return concerns ? change : null;
}

function newNumber(change: unknown): number | null {
  return readNumber(valueIn(change, 'new_value'));
}

/** PSAs write numbers as texts too. */
function readNumber(value: unknown): number | null {
  return typeof value === 'number' || (typeof value === 'string' && /^\s*\d{1,15}\s*$/u.test(value))
    ? Number(value)
    : null;
}

function valueIn(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null
    ? (holder as Record<string, unknown>)[name]
    : undefined;
}
