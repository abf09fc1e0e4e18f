import Joi from 'joi';

import { listResponse, pageKeys } from '../paging.js';
import { textSchema } from '../request-schema.js';
import type { ValueOf } from '../schema-types.js';

export const timelineQuery = textSchema(pageKeys('timeline', { limit: 50, maximum: 200 }));

const timelineEntryView = Joi.object({
  entry_id: Joi.string().required(),
  at: Joi.string().isoDate().required(),
  kind: Joi.string()
    .required()
    .description(
      '`import`, `undo`, `status`, `conversion`, `call`, `opt_out`, `note`, `event`; later versions may add to them.',
    ),
  by: Joi.string()
    .allow(null)
    .required()
    .description('Who caused it: the name of an API key or user, `import`, or the PSA.'),
  job_id: Joi.string().allow(null).required(),
  details: Joi.object().unknown(true).required().description('Additional data, by kind.'),
});
/** One thing that happened to a lead, or to its prospect or opportunity. */
export type TimelineEntryView = ValueOf<typeof timelineEntryView>;

export const timelineResponse = listResponse('timeline', timelineEntryView);
export type TimelineResponse = ValueOf<typeof timelineResponse>;
