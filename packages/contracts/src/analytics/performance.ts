import Joi from 'joi';

import { textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

/** Minutes of each window. */
export const performanceWindows = { '5m': 5, '1h': 60, '24h': 24 * 60 } as const;
export type PerformanceWindow = keyof typeof performanceWindows;

export const performanceQuery = textSchema({
  window: Joi.string()
    .valid(...(Object.keys(performanceWindows) as readonly PerformanceWindow[]))
    .default('1h')
    .description('The period that ends now.'),
});

const figure = Joi.number().min(0).required();
const rate = Joi.number().min(0).max(1);

export const performanceResponse = Joi.object({
  response_times: Joi.object({ average: figure, p95: figure, p99: figure })
    .required()
    .description('Milliseconds.'),
  /** 0 to 1; responses with status 500 and above. */
  error_rates: Joi.object({
    total: rate.required(),
    by_endpoint: Joi.object().pattern(Joi.string(), rate).required(),
  }).required(),
  throughput: Joi.object({
    requests_per_minute: figure,
    data_processed_mb: figure.description('Request and response bodies, in millions of bytes.'),
  }).required(),
  partial: Joi.boolean()
    .valid(true)
    .description('While Redis is unavailable, only what this process has measured since then.'),
});
export type PerformanceView = ValueOf<typeof performanceResponse>;
