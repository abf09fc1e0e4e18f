import { notTakenRules, STATUSES, UNDONE, type LeadStatus, type RecordKind } from '@leadbridge/domain';
import Joi from 'joi';

import { listResponse, pageKeys } from '../paging.js';
import { blockText, recordId } from '../records/formats.js';
import { qualificationInput, qualificationView } from '../records/qualification.js';
import { recordListKeys } from '../records/record-queries.js';
import { sharedRecordKeys } from '../records/record-view.js';
import { bodySchema, oneOf, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

const value = Joi.alternatives(Joi.string(), Joi.number(), Joi.boolean());
const maybeText = Joi.string().allow(null).required();

/** A value that a source offered and that is not used. */
const notTakenView = Joi.object({
  source: Joi.string().required(),
  /** A text of more than 500 characters is truncated. */
  value: value.required(),
  /** When it was last offered. */
  at: Joi.string().isoDate().required(),
  rule: oneOf(notTakenRules).description(
    '`manual_work`: the ticket is past the early stage. `protected`: imports never change the field. `precedence`: another source has precedence. `not_longer`, `already_contained`: the field’s own rule. `left_unchanged`: the import had `update_existing` or `custom_fields` set to false.',
  ),
});

/** The value of a field, and its origin. */
const fieldView = Joi.object({
  /** Null if the field has no value. */
  value: value.allow(null).required(),
  /** `psa`: a person entered it there. `derived from headcount`: it was concluded from another field. */
  source: maybeText,
  at: Joi.string().isoDate().allow(null).required(),
  /** Null for a value of the PSA, and if an earlier release imported it. */
  job_id: maybeText,
  not_taken: Joi.array().items(notTakenView).required(),
});

const time = Joi.string().isoDate().required();
const externalId = Joi.string().allow(null).required();

const leadKeys = {
  ...sharedRecordKeys,
  status: oneOf([...STATUSES.lead, UNDONE]).description('`undone`: the import that created it was undone.'),
  quality_score: Joi.number().integer().required(),
  /** The id that `source` has for the lead, else that of another source; null if no source sent one. */
  external_id: externalId,
  /** By field (`first_name`, `company`, `CF_106`). */
  field_sources: Joi.object()
    .pattern(Joi.string(), Joi.object({ source: Joi.string().required(), at: time }))
    .required(),
  /**
   * Each source that has sent data for the lead, with the time of its latest data and its id for the lead.
   */
  sources: Joi.array()
    .items(Joi.object({ source: Joi.string().required(), received_at: time, external_id: externalId }))
    .required(),
  /** The known data for a conversion. */
  qualification_data: qualificationView.required(),
  prospect_id: Joi.number().integer().allow(null).required(),
} as const;

export const leadView = Joi.object(leadKeys);
export type LeadView = ValueOf<typeof leadView>;

export const leadDetailsView = Joi.object({
  ...leadKeys,
  fields: Joi.object()
    .pattern(Joi.string(), fieldView)
    .required()
    .description(
      'By field (`first_name`, `phone`, `CF_106`): its value in the PSA as of the last import, or in the record for fields that the PSA does not have; who set it, when and in which job; and the values that were offered but not used, newest first.',
    ),
});
/** A lead with the value of each of its fields, and the values that were offered but not used. */
export type LeadDetailsView = ValueOf<typeof leadDetailsView>;

export const leadListQuery = textSchema({
  ...recordListKeys<LeadStatus>('leads', [...STATUSES.lead, UNDONE]),
  status: Joi.string()
    .valid(...STATUSES.lead, UNDONE)
    .description('Leads whose import was undone are only listed with `undone`.'),
  q: Joi.string()
    .max(200)
    .description(
      'Words, or beginnings of words, of the name, email, company or phone number. All must match.',
    ),
  psa_ticket_id: recordId.description('The lead of this ticket, even if it is now a prospect.'),
  external_id: Joi.string()
    .max(200)
    .description(
      'The lead that has this id in a source: in the given `source`, regardless of which source created the lead, or else in any source.',
    ),
});
/** Query of `GET /leads`. */
export type LeadListQuery = ValueOf<typeof leadListQuery>;

export const leadListResponse = listResponse('leads', leadView);
export type LeadListResponse = ValueOf<typeof leadListResponse>;

export const timelineQuery = textSchema(pageKeys('timeline', { limit: 50, maximum: 200 }));

const timelineEntryView = Joi.object({
  entry_id: Joi.string().required(),
  at: Joi.string().isoDate().required(),
  kind: Joi.string()
    .required()
    .description(
      '`import`, `undo`, `status`, `conversion`, `call`, `opt_out`, `note`, `event`; later versions may add to them.',
    ),
  by: Joi.string()
    .allow(null)
    .required()
    .description('Who caused it: the name of an API key or user, `import`, or the PSA.'),
  job_id: Joi.string().allow(null).required(),
  details: Joi.object().unknown(true).required().description('Additional data, by kind.'),
});
/** One thing that happened to a lead, or to its prospect or opportunity. */
export type TimelineEntryView = ValueOf<typeof timelineEntryView>;

export const timelineResponse = listResponse('timeline', timelineEntryView);
export type TimelineResponse = ValueOf<typeof timelineResponse>;

/**
 * The name of a state. The allowed states depend on the record's current one, so the lifecycle checks it, and
 * its error lists them; the API document lists all states, so that clients find a typo before they send it.
 */
export function requestedStatus(record: RecordKind): Joi.StringSchema {
  return Joi.string().max(50).meta({ documentedValues: STATUSES[record] });
}

/** Body of `PUT /leads/{lead_id}/status`. */
export const setLeadStatusBody = bodySchema({
  status: requestedStatus('lead').required().description('A lead status value.'),
  reason: blockText,
  qualification_data: qualificationInput.description(
    'Stored for the conversion; with auto-conversion it turns an engaged lead into a prospect.',
  ),
});

export const setLeadStatusResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  lead_id: Joi.number().integer().required(),
  psa_ticket_id: Joi.number().integer().allow(null).required(),
  status: Joi.string().required(),
  previous_status: Joi.string().required(),
  /** The job that converts the lead, if auto-conversion applies. */
  conversion_job_id: Joi.string(),
});
