import Joi from 'joi';

import { periodKeys, periodQuery } from '../analytics/period.js';
import { oneOf } from '../one-of.js';
import { listResponse, pageKeys } from '../paging.js';
import { rowNumber } from '../row-number.js';
import { rowPersonKeys } from '../sync/import-leads.js';
import { wholeNumber } from '../whole-number.js';
import type { ValueOf } from '../schema-types.js';

export const errorLogLevels = ['error', 'warning', 'info'] as const;
export type ErrorLogLevel = (typeof errorLogLevels)[number];

/** The caller, whose request was wrong, or the operator, because the service or another system failed. */
export const errorLogFaults = ['caller', 'service'] as const;
export type ErrorLogFault = (typeof errorLogFaults)[number];

export const errorLogQuery = periodQuery({
  ...pageKeys('errors', { limit: 50, maximum: 500 }),
  level: Joi.string().valid(...errorLogLevels),
  fault: Joi.string()
    .valid(...errorLogFaults)
    .description('Who has to act: the caller, whose request or data was wrong, or the operator.'),
  code: Joi.string().max(100).description('An `error_code`, such as `EXTERNAL_API_ERROR`.'),
  job_id: Joi.string().max(100),
  lead_id: wholeNumber.min(1),
  lead_source: Joi.string().max(100).description("The name of the lead's source."),
  request_id: Joi.string().max(255),
  ...periodKeys,
});

const text = Joi.string().required();

export const errorLogView = Joi.object({
  id: text,
  timestamp: Joi.string().isoDate().required(),
  level: oneOf(errorLogLevels),
  message: Joi.string().allow('').required(),
  /** The part of the service that reported it. */
  source: text,
  details: Joi.object({
    lead_id: Joi.number().integer().allow(null).required(),
    error_code: text,
    job_id: Joi.string().allow(null).required(),
    request_id: Joi.string().allow(null).required(),
    fault: oneOf(errorLogFaults),
    lead_source: Joi.string().allow(null).required(),
    rows: Joi.array()
      .items(Joi.object({ row: rowNumber.required(), ...rowPersonKeys }))
      .description(
        'The first rows of the bulk import or the undo that the entry is about. Names are read from the rows, and not stored in the log.',
      ),
    name: Joi.string().description('The person of the lead or of the single import, as far as it is known.'),
    company: rowPersonKeys.company,
  }).required(),
});
/** Stores no personal data except ids; names are read from the rows and leads. */
export type ErrorLogView = ValueOf<typeof errorLogView>;

export const errorLogResponse = listResponse('errors', errorLogView);
export type ErrorLogResponse = ValueOf<typeof errorLogResponse>;
