import Joi from 'joi';

import { pageKeys, paginationSchema, type PageQuery, type Pagination } from '../paging.js';
import { textSchema } from '../request-schema.js';

/** One thing that happened to a lead, or to its prospect or opportunity. */
export interface TimelineEntryView {
  readonly entry_id: string;
  readonly at: string;
  /** `import`, `undo`, `status`, `conversion`, `call`, `opt_out`, `note`, `event`; later versions may add to them. */
  readonly kind: string;
  /** The cause: the name of a credential, `import`, or the PSA. */
  readonly by: string | null;
  readonly job_id: string | null;
  /** The data of this kind of entry. */
  readonly details: Readonly<Record<string, unknown>>;
}

export const timelineQuery = textSchema<PageQuery>({ ...pageKeys('timeline', { limit: 50, maximum: 200 }) });

const timelineEntryView = Joi.object<TimelineEntryView>({
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

export interface TimelineAnswer {
  readonly timeline: readonly TimelineEntryView[];
  readonly pagination: Pagination;
}

export const timelineAnswer = Joi.object<TimelineAnswer>({
  timeline: Joi.array().items(timelineEntryView).required(),
  pagination: paginationSchema.required(),
});
