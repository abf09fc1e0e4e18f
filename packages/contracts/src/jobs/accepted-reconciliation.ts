import Joi from 'joi';

import { acceptedJobResponse, type AcceptedJob } from './job-view.js';

/** The response of `POST /reconciliations`. */
export interface AcceptedReconciliation extends AcceptedJob {
  readonly reconciliation_id: string;
}

export const acceptedReconciliation = acceptedJobResponse.append<AcceptedReconciliation>({
  reconciliation_id: Joi.string().required(),
});
