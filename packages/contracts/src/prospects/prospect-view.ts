import { STATUSES, type ProspectStatus } from '@leadbridge/domain';
import Joi from 'joi';

import { paginationSchema, type Pagination } from '../paging.js';
import { qualificationView, type QualificationView } from '../records/qualification.js';
import { recordListKeys, type RecordListQuery } from '../records/record-queries.js';
import { sharedRecordKeys, type SharedRecordView } from '../records/record-view.js';
import { textSchema } from '../request-schema.js';

export interface ProspectView extends SharedRecordView {
  readonly prospect_id: number;
  readonly status: ProspectStatus;
  readonly qualification_data: QualificationView;
  readonly next_action: string | null;
  readonly next_action_date: string | null;
  readonly opportunity_id: number | null;
}

const maybe = Joi.string().allow(null).required();

export const prospectView = Joi.object<ProspectView>({
  ...sharedRecordKeys,
  prospect_id: Joi.number().integer().required(),
  status: Joi.string()
    .valid(...STATUSES.prospect)
    .required(),
  qualification_data: qualificationView.required(),
  next_action: maybe,
  next_action_date: maybe,
  opportunity_id: Joi.number().integer().allow(null).required(),
});

export interface ProspectListAnswer {
  readonly prospects: readonly ProspectView[];
  readonly pagination: Pagination;
}

export const prospectListQuery = textSchema<RecordListQuery<ProspectStatus>>(
  recordListKeys('prospects', STATUSES.prospect),
);

export const prospectListAnswer = Joi.object<ProspectListAnswer>({
  prospects: Joi.array().items(prospectView).required(),
  pagination: paginationSchema.required(),
});
