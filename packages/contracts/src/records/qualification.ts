import Joi from 'joi';

import { blockText, lineText } from './formats.js';
import type { ValueOf } from '../schema-types.js';

export const qualificationInput = Joi.object({
  pain_points: blockText.description('CF_201.'),
  qualified_services: blockText.description('CF_202.'),
  decision_maker: Joi.alternatives(Joi.boolean(), lineText).description(
    'CF_203: true, false, or the name of the person who decides.',
  ),
  budget_range: lineText.description('CF_204.'),
  timeframe: lineText.description('CF_205.'),
  fit_score: Joi.number().integer().min(0).max(100).description('CF_206.'),
  qualification_notes: blockText,
});
/** Qualification data in requests; missing fields stay unchanged. */
export type QualificationInput = ValueOf<typeof qualificationInput>;

const text = Joi.string().allow(null).required();

export const qualificationView = Joi.object({
  pain_points: text,
  qualified_services: text,
  decision_maker: text,
  budget_range: text,
  timeframe: text,
  fit_score: Joi.number().integer().allow(null).required(),
  qualification_notes: text,
});
/** Qualification data in responses; null if unknown. */
export type QualificationView = ValueOf<typeof qualificationView>;
