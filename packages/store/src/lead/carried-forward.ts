import type { Lead, QualificationData } from '@leadbridge/domain';

import { date, mixed, number, text, type ValuesOf } from '../fields.js';
import type { TransitionDocument } from './lead-model.js';

/** The common fields of a prospect and an opportunity: their lead, and what they inherited from it. */
export const carriedForward = {
  leadId: number(),
  psaTicketId: number().orNull(),
  psaClientId: number().orNull(),
  psaUserId: number().orNull(),
  status: text(),
  /** The source that created the lead. */
  source: text(),
  lead: mixed<Lead>().personal(),
  qualification: mixed<QualificationData>().personal(),
  history: mixed<TransitionDocument[]>().orDefault([]).personal(),
  /** The claim of the last write; a lower one is rejected. */
  fence: number(),
  createdAt: date(),
  updatedAt: date(),
};

export type CarriedForward = ValuesOf<typeof carriedForward>;
