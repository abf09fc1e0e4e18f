import Joi from 'joi';

import { acceptedJobAnswer, type AcceptedJob } from './job-view.js';

/** The response of `POST /reconciliations`. */
export interface AcceptedReconciliation extends AcceptedJob {
  readonly reconciliation_id: string;
}

export const acceptedReconciliation = acceptedJobAnswer.append<AcceptedReconciliation>({
  reconciliation_id: Joi.string().required(),
});
