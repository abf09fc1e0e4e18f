import Joi from 'joi';

import { checkOrder, periodKeys, periodMessages, type PeriodQuery } from '../analytics/period.js';
import { pageKeys, paginationSchema, type PageQuery, type Pagination } from '../paging.js';
import { textSchema } from '../request-schema.js';
import { rowNumber, rowPersonKeys, type RowPerson } from '../sync/import-leads.js';
import { wholeNumber } from '../whole-number.js';

export const errorLogLevels = ['error', 'warning', 'info'] as const;
export type ErrorLogLevel = (typeof errorLogLevels)[number];

/**
 * Who has to act: the caller, whose request or data was wrong, or the operator, because the service, the PSA
 * or a provider failed.
 */
export const errorLogFaults = ['caller', 'service'] as const;
export type ErrorLogFault = (typeof errorLogFaults)[number];

export interface ErrorLogQuery extends PageQuery, PeriodQuery {
  readonly level?: ErrorLogLevel;
  readonly fault?: ErrorLogFault;
  readonly code?: string;
  readonly job_id?: string;
  readonly lead_id?: number;
  readonly lead_source?: string;
  readonly request_id?: string;
}

/** Query of `GET /errors`. */
export const errorLogQuery = textSchema<ErrorLogQuery>({
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
})
  .custom(checkOrder)
  .messages(periodMessages);

/**
 * An entry of the error log (specification, "Error log entry"). It stores no personal data except ids; names are read
 * from the rows and leads.
 */
export interface ErrorLogView {
  readonly id: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly level: ErrorLogLevel;
  readonly message: string;
  /** The part of the service that reported it. */
  readonly source: string;
  readonly details: {
    readonly lead_id: number | null;
    readonly error_code: string;
    readonly job_id: string | null;
    readonly request_id: string | null;
    readonly fault: ErrorLogFault;
    readonly lead_source: string | null;
    /** The first rows of its job that it is about. */
    readonly rows?: readonly ErrorLogRow[];
  } & RowPerson;
}

/** A row of a bulk import or an undo. */
export interface ErrorLogRow extends RowPerson {
  readonly row: number;
}

export interface ErrorLogAnswer {
  readonly errors: readonly ErrorLogView[];
  readonly pagination: Pagination;
}

const text = Joi.string().required();

export const errorLogView = Joi.object<ErrorLogView>({
  id: text,
  timestamp: Joi.string().isoDate().required(),
  level: Joi.string()
    .valid(...errorLogLevels)
    .required(),
  message: Joi.string().allow('').required(),
  source: text,
  details: Joi.object({
    lead_id: Joi.number().integer().allow(null).required(),
    error_code: text,
    job_id: Joi.string().allow(null).required(),
    request_id: Joi.string().allow(null).required(),
    fault: Joi.string()
      .valid(...errorLogFaults)
      .required(),
    lead_source: Joi.string().allow(null).required(),
    rows: Joi.array()
      .items(Joi.object<ErrorLogRow>({ row: rowNumber.required(), ...rowPersonKeys }))
      .description(
        'The first rows of the bulk import or the undo that the entry is about. Names are read from the rows, and not stored in the log.',
      ),
    name: Joi.string().description('The person of the lead or of the single import, as far as it is known.'),
    company: rowPersonKeys.company,
  }).required(),
});

export const errorLogAnswer = Joi.object<ErrorLogAnswer>({
  errors: Joi.array().items(errorLogView).required(),
  pagination: paginationSchema.required(),
});
