import { STATUSES } from '@leadbridge/domain';
import Joi from 'joi';

import { requestedStatus } from '../leads/leads.js';
import { listResponse } from '../paging.js';
import { blockText, recordId } from '../records/formats.js';
import { opportunityInput, opportunityKeys } from '../records/opportunity-data.js';
import { qualificationView } from '../records/qualification.js';
import { recordListKeys } from '../records/record-queries.js';
import { sharedRecordKeys } from '../records/record-view.js';
import { bodySchema, oneOf, textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

const maybe = Joi.string().allow(null).required();
const amount = Joi.number().allow(null).required();

export const opportunityView = Joi.object({
  ...sharedRecordKeys,
  opportunity_id: Joi.number().integer().required(),
  prospect_id: Joi.number().integer().required(),
  /** Null once it is lost, as for tickets. */
  psa_opportunity_id: Joi.number().integer().allow(null).required(),
  status: oneOf(STATUSES.opportunity),
  opportunity_data: Joi.object({
    value: amount,
    probability: amount,
    expected_close_date: maybe,
    products_services: maybe,
    quotes_proposals: maybe,
    competitors: maybe,
    win_loss_reason: maybe,
  }).required(),
  qualification_data: qualificationView.required(),
  notes: Joi.array()
    .items(
      Joi.object({
        at: Joi.string().isoDate().required(),
        by: Joi.string().required(),
        text: Joi.string().required(),
      }),
    )
    .required(),
});
export type OpportunityView = ValueOf<typeof opportunityView>;

export const opportunityListQuery = textSchema(recordListKeys('opportunities', STATUSES.opportunity));

export const opportunityListResponse = listResponse('opportunities', opportunityView);
export type OpportunityListResponse = ValueOf<typeof opportunityListResponse>;

/** Body of `POST /opportunities`. */
export const createOpportunityBody = bodySchema({
  prospect_id: recordId.required(),
  opportunity_data: opportunityInput.required(),
});

export const createOpportunityResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  opportunity_id: Joi.number().integer().required(),
  prospect_id: Joi.number().integer().required(),
  psa_opportunity_id: Joi.number().integer().required(),
  status: Joi.string().required(),
});

/** Body of `PUT /opportunities/{opportunity_id}`: missing fields stay unchanged. */
export const updateOpportunityBody = bodySchema({
  ...opportunityKeys,
  status: requestedStatus('opportunity').description('An opportunity status value.'),
  notes: blockText.description('Added to the existing notes.'),
}).min(1);

export const updateOpportunityResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  opportunity_id: Joi.number().integer().required(),
  psa_opportunity_id: Joi.number().integer().required(),
  status: Joi.string().required(),
  previous_status: Joi.string().required(),
  value: Joi.number().allow(null).required(),
  probability: Joi.number().integer().allow(null).required(),
});
