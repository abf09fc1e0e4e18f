import Joi from 'joi';

import { oneOf } from '../one-of.js';
import type { ValueOf } from '../schema-types.js';

/** Why an offered value would not be written. */
const keepReasons = ['not_longer', 'already_contained', 'protected', 'manual_work'] as const;

/**
 * The outcome that a row's plan describes. It includes a contact's changes only if the contact exists: a new
 * one is created from the lead, whatever the PSA has.
 */
export function outcomeOfPlan(
  result: string,
  psaTicketId: number | null,
  { contact, ticket }: Pick<ImportPlan, 'contact' | 'ticket'> = {},
): PlannedOutcome {
  const ofContact = contact?.action === 'update' ? contact.changes : {};
  return { result, psa_ticket_id: psaTicketId, changes: { ...ofContact, ...ticket?.changes } };
}

/** The outcome of a row that fails. */
export const rejectedOutcome: PlannedOutcome = { result: 'rejected', psa_ticket_id: null, changes: {} };

/** The code of a row that would now be decided differently than in the dry run. */
export const planChangedCode = 'PLAN_CHANGED';

const fieldValue = Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean());
const storedValue = Joi.alternatives(Joi.string().allow(''), Joi.number(), Joi.boolean()).allow(null);
const entityId = Joi.number().integer().allow(null).required();
/** By field: its value, and the value that the import would write. */
const changes = Joi.object().pattern(
  Joi.string(),
  Joi.object({ from: storedValue.required(), to: fieldValue.required() }),
);
export type PlannedChanges = ValueOf<typeof changes>;

const place = Joi.object({
  action: oneOf(['create', 'reuse']),
  id: entityId,
  /** Null if the PSA did not return it. */
  name: Joi.string().allow(null).required(),
});
/** A client or site; `id` is null if it would be created by this or an earlier row. */
export type PlannedPlace = ValueOf<typeof place>;

export const importPlan = Joi.object({
  client: place,
  site: place,
  contact: Joi.object({
    action: oneOf(['create', 'reuse', 'update']),
    id: entityId,
    changes: changes.required(),
  }),
  ticket: Joi.object({
    action: oneOf(['create', 'update', 'none']),
    id: entityId,
    changes: changes.required(),
    kept: Joi.object()
      .pattern(
        Joi.string(),
        Joi.object({
          value: storedValue.required(),
          reason: oneOf(keepReasons),
        }),
      )
      .required()
      .description('The values that are kept, and why.'),
  }),
  /** The names of the lists that the ticket would be added to. */
  lists: Joi.array().items(Joi.string()).required(),
  /** The Action that would be added to the ticket. */
  note: Joi.string().allow(null).required(),
  psa_requests: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('The number of requests that the row’s writes would take if it were imported alone.'),
  /** Why a row is rejected, skipped or preserved. */
  reason: Joi.string(),
}).description('For a dry run: what the import would do. Parts that do not apply to the row are omitted.');
export type ImportPlan = ValueOf<typeof importPlan>;

export const plannedOutcome = Joi.object({
  /** As in the row's `result`; `rejected` for a row that fails. */
  result: Joi.string().required(),
  psa_ticket_id: entityId,
  /** The changes of the ticket and of an existing contact. */
  changes: changes.required(),
});
/** The part of a row's result that `PLAN_CHANGED` compares. */
export type PlannedOutcome = ValueOf<typeof plannedOutcome>;

/** Only for a dry run; omitted otherwise. */
export const dryRunKeys = {
  dry_run: Joi.boolean().valid(true).description('Omitted if the import was not a dry run.'),
  psa_requests: Joi.number()
    .integer()
    .min(0)
    .description(
      'For a dry run: the number of requests that all of its writes would take together; of an undo, about.',
    ),
};
