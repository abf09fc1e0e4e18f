import { STATUSES, UNDONE, type LeadStatus } from '@leadbridge/domain';
import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { listResponse } from '../paging.js';
import { qualificationView } from '../records/qualification.js';
import { recordId } from '../records/formats.js';
import { recordListKeys } from '../records/record-queries.js';
import { sharedRecordKeys } from '../records/record-view.js';
import { textSchema } from '../request-schema.js';
import { fieldView } from './lead-fields.js';
import type { ValueOf } from '../schema-types.js';

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
  /** Each source of the lead, with the time of its latest data and its id for the lead. */
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
export type LeadListQuery = ValueOf<typeof leadListQuery>;

export const leadListResponse = listResponse('leads', leadView);
export type LeadListResponse = ValueOf<typeof leadListResponse>;
