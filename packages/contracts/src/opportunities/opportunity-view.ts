import { STATUSES } from '@leadbridge/domain';
import Joi from 'joi';

import { oneOf } from '../one-of.js';
import { listResponse } from '../paging.js';
import { qualificationView } from '../records/qualification.js';
import { recordListKeys } from '../records/record-queries.js';
import { sharedRecordKeys } from '../records/record-view.js';
import { textSchema } from '../request-schema.js';
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
