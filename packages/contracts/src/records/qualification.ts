import Joi from 'joi';

import { blockText, lineText } from './formats.js';

/** Qualification data in requests; missing fields stay unchanged. */
export interface QualificationInput {
  readonly pain_points?: string;
  readonly qualified_services?: string;
  /** true and false are stored as `Yes` and `No`. */
  readonly decision_maker?: boolean | string;
  readonly budget_range?: string;
  readonly timeframe?: string;
  /** 0 to 100. */
  readonly fit_score?: number;
  readonly qualification_notes?: string;
}

export const qualificationInput = Joi.object<QualificationInput>({
  pain_points: blockText.description('CF_201.'),
  qualified_services: blockText.description('CF_202.'),
  decision_maker: Joi.alternatives()
    .try(Joi.boolean(), lineText)
    .description('CF_203: true, false, or the name of the person who decides.'),
  budget_range: lineText.description('CF_204.'),
  timeframe: lineText.description('CF_205.'),
  fit_score: Joi.number().integer().min(0).max(100).description('CF_206.'),
  qualification_notes: blockText,
});

/** Qualification data in responses; null if unknown. */
export interface QualificationView {
  readonly pain_points: string | null;
  readonly qualified_services: string | null;
  readonly decision_maker: string | null;
  readonly budget_range: string | null;
  readonly timeframe: string | null;
  readonly fit_score: number | null;
  readonly qualification_notes: string | null;
}

const text = Joi.string().allow(null).required();

export const qualificationView = Joi.object<QualificationView>({
  pain_points: text,
  qualified_services: text,
  decision_maker: text,
  budget_range: text,
  timeframe: text,
  fit_score: Joi.number().integer().allow(null).required(),
  qualification_notes: text,
});
