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

export const prospectView = Joi.object({
  ...sharedRecordKeys,
  prospect_id: Joi.number().integer().required(),
  status: oneOf(STATUSES.prospect),
  qualification_data: qualificationView.required(),
  next_action: maybe,
  next_action_date: maybe,
  opportunity_id: Joi.number().integer().allow(null).required(),
});
export type ProspectView = ValueOf<typeof prospectView>;

export const prospectListQuery = textSchema(recordListKeys('prospects', STATUSES.prospect));

export const prospectListResponse = listResponse('prospects', prospectView);
export type ProspectListResponse = ValueOf<typeof prospectListResponse>;
