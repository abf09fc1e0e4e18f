import { STATUSES } from '@leadbridge/domain';
import Joi from 'joi';

import { requestedStatus } from '../leads/leads.js';
import { listResponse } from '../paging.js';
import { blockText, calendarDate } from '../records/formats.js';
import { opportunityInput } from '../records/opportunity-data.js';
import { qualificationInput, qualificationView } from '../records/qualification.js';
import { recordListKeys } from '../records/record-queries.js';
import { sharedRecordKeys } from '../records/record-view.js';
import { bodySchema, oneOf, optionalBodySchema, textSchema } from '../request-schema.js';
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

/** Body of `POST /prospects/convert/{lead_id}`; optional. */
export const convertLeadBody = optionalBodySchema({
  /** Data that the lead's record and ticket already have need not be sent. */
  qualification_data: qualificationInput,
  conversion_options: Joi.object({
    create_opportunity: Joi.boolean().description(
      'Default false. Promotes the new prospect at once; requires all five criteria and opportunity_data.',
    ),
    notify_team: Joi.boolean().description('Default false. Adds an Action to the ticket for the team.'),
  }),
  opportunity_data: opportunityInput,
});

export const convertLeadResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  lead_id: Joi.number().integer().required(),
  prospect_id: Joi.number().integer().required(),
  psa_ticket_id: Joi.number().integer().required(),
  /** The prospect's status. */
  status: Joi.string().required(),
  /** Only with `create_opportunity`. */
  opportunity_id: Joi.number().integer(),
  psa_opportunity_id: Joi.number().integer(),
});

/** Body of `PUT /prospects/{prospect_id}/status`. */
export const setProspectStatusBody = bodySchema({
  status: requestedStatus('prospect').required().description('A prospect status value.'),
  reason: blockText,
  next_action: blockText,
  /** `YYYY-MM-DD`. */
  next_action_date: calendarDate,
  qualification_data: qualificationInput.description('Values that the prospect lacks or that have changed.'),
});

export const setProspectStatusResponse = Joi.object({
  success: Joi.boolean().valid(true).required(),
  prospect_id: Joi.number().integer().required(),
  lead_id: Joi.number().integer().required(),
  psa_ticket_id: Joi.number().integer().required(),
  status: Joi.string().required(),
  previous_status: Joi.string().required(),
});
