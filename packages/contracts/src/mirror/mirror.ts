import Joi from 'joi';

import { oneOf } from '../one-of.js';
import type { ValueOf } from '../schema-types.js';

const kinds = ['tickets', 'contacts', 'clients'] as const;
const orders = ['newest_first', 'oldest_first', 'unknown'] as const;

const time = Joi.string().isoDate().allow(null).required();

export const mirrorResponse = Joi.object({
  enabled: Joi.boolean().required(),
  kinds: Joi.array()
    .items(
      Joi.object({
        kind: oneOf(kinds),
        documents: Joi.number().integer().min(0).required(),
        complete: Joi.boolean()
          .required()
          .description(
            'True once all pages have been read and show as many entities as the PSA counts: from then on, bulk imports use it.',
          ),
        missing: Joi.number()
          .integer()
          .min(0)
          .required()
          .description(
            'How many entities the PSA counts that its pages did not show. If it is a few, imports search for what the mirror lacks; if it is more, the kind is not complete and read live.',
          ),
        order: oneOf(orders).description(
          'The sort order of the PSA’s pages. A kind without one is read live.',
        ),
        /** Null if there is no entry. */
        oldest_observed_at: time,
        last_round_at: time.description('The start of the last complete round.'),
        /** The next page to read; null while no scan is running. */
        scanning_page: Joi.number().integer().allow(null).required(),
        delta_scans: Joi.number().integer().min(0).required(),
      }),
    )
    .required(),
});
export type MirrorView = ValueOf<typeof mirrorResponse>;
/** The progress of the mirror for one kind. */
export type MirrorKindView = MirrorView['kinds'][number];

const count = Joi.number().integer().min(0).required();

/** The result of a rebuild's job. */
export const rebuildMirrorResult = Joi.object({
  success: Joi.boolean().valid(true).required(),
  documents: Joi.object({ tickets: count, contacts: count, clients: count }).required(),
});
