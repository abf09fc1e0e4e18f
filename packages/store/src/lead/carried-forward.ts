import type { Lead, QualificationData } from '@leadbridge/domain';

import { date, mixed, number, text, type ValuesOf } from '../fields.js';
import type { TransitionDocument } from './lead-model.js';

/** What a prospect and an opportunity store alike: whose they are, and what they have taken over from the lead. */
export const carriedForward = {
  leadId: number(),
  psaTicketId: number().orNull(),
  psaClientId: number().orNull(),
  psaUserId: number().orNull(),
  status: text(),
  /** The source that created the lead. */
  source: text(),
  lead: mixed<Lead>(),
  qualification: mixed<QualificationData>(),
  history: mixed<TransitionDocument[]>().orDefault([]),
  /** The claim of the last write; a lower one is refused. */
  fence: number(),
  createdAt: date(),
  updatedAt: date(),
};

export type CarriedForward = ValuesOf<typeof carriedForward>;
