import Joi from 'joi';

import { acceptedJobResponse } from './job-view.js';
import { withKeys } from '../schema-keys.js';
import type { ValueOf } from '../schema-types.js';

export const acceptedReconciliation = withKeys(acceptedJobResponse, {
  reconciliation_id: Joi.string().required(),
});
export type AcceptedReconciliation = ValueOf<typeof acceptedReconciliation>;
