import type { Lead, QualificationData } from '@leadbridge/domain';
import { Schema } from 'mongoose';

import type { TransitionDocument } from './lead-model.js';

/** What a prospect and an opportunity store alike: whose they are, and what they have taken over from the lead. */
export interface CarriedForward {
  leadId: number;
  psaTicketId: number | null;
  psaClientId: number | null;
  psaUserId: number | null;
  status: string;
  /** The source that created the lead. */
  source: string;
  lead: Lead;
  qualification: QualificationData;
  history: TransitionDocument[];
  /** The claim of the last write; a lower one is refused. */
  fence: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The same for the schemas. */
export const carriedForward = {
  leadId: { type: Number, required: true },
  psaTicketId: { type: Number, default: null },
  psaClientId: { type: Number, default: null },
  psaUserId: { type: Number, default: null },
  status: { type: String, required: true },
  source: { type: String, required: true },
  lead: { type: Schema.Types.Mixed, required: true },
  qualification: { type: Schema.Types.Mixed, required: true },
  history: { type: Schema.Types.Mixed, default: [] },
  fence: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
} as const;
