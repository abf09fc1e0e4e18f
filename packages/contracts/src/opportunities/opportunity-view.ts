import { STATUSES, type OpportunityStatus } from '@leadbridge/domain';
import Joi from 'joi';

import { paginationSchema, type Pagination } from '../paging.js';
import { qualificationView, type QualificationView } from '../records/qualification.js';
import { recordListKeys, type RecordListQuery } from '../records/record-queries.js';
import { sharedRecordKeys, type SharedRecordView } from '../records/record-view.js';
import { textSchema } from '../request-schema.js';

/** The sales data of an opportunity in responses. */
export interface OpportunityDataView {
  readonly value: number | null;
  readonly probability: number | null;
  readonly expected_close_date: string | null;
  readonly products_services: string | null;
  readonly quotes_proposals: string | null;
  readonly competitors: string | null;
  readonly win_loss_reason: string | null;
}

export interface OpportunityView extends SharedRecordView {
  readonly opportunity_id: number;
  readonly prospect_id: number;
  /** Null once it is lost, as for tickets. */
  readonly psa_opportunity_id: number | null;
  readonly status: OpportunityStatus;
  readonly opportunity_data: OpportunityDataView;
  readonly qualification_data: QualificationView;
  readonly notes: readonly { readonly at: string; readonly by: string; readonly text: string }[];
}

const maybe = Joi.string().allow(null).required();
const amount = Joi.number().allow(null).required();

export const opportunityView = Joi.object<OpportunityView>({
  ...sharedRecordKeys,
  opportunity_id: Joi.number().integer().required(),
  prospect_id: Joi.number().integer().required(),
  psa_opportunity_id: Joi.number().integer().allow(null).required(),
  status: Joi.string()
    .valid(...STATUSES.opportunity)
    .required(),
  opportunity_data: Joi.object<OpportunityDataView>({
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

export interface OpportunityListResponse {
  readonly opportunities: readonly OpportunityView[];
  readonly pagination: Pagination;
}

export const opportunityListQuery = textSchema<RecordListQuery<OpportunityStatus>>(
  recordListKeys('opportunities', STATUSES.opportunity),
);

export const opportunityListResponse = Joi.object<OpportunityListResponse>({
  opportunities: Joi.array().items(opportunityView).required(),
  pagination: paginationSchema.required(),
});
