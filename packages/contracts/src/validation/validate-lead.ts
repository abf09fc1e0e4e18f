import Joi from 'joi';

import { bodySchema } from '../request-schema.js';
import { leadData, sourceName } from '../sync/import-lead.js';

export interface ValidateLeadBody {
  readonly source: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Body of `POST /validate/leads`. */
export const validateLeadBody = bodySchema<ValidateLeadBody>({
  source: sourceName.required(),
  data: leadData.required(),
});

export interface ValidateLeadAnswer {
  readonly valid: boolean;
  readonly warnings: readonly string[];
  readonly suggestions: readonly string[];
}

const texts = Joi.array().items(Joi.string()).required();

export const validateLeadAnswer = Joi.object<ValidateLeadAnswer>({
  valid: Joi.boolean().required(),
  warnings: texts,
  suggestions: texts,
});
