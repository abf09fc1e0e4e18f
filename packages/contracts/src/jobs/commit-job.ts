import Joi from 'joi';

import { optionalBodySchema } from '../request-schema.js';

/** What a commit does with a row that would now be decided differently than in its dry run. */
export const ifChangedChoices = ['skip', 'apply'] as const;
export type IfChanged = (typeof ifChangedChoices)[number];

export const commitJobBody = optionalBodySchema({
  if_changed: Joi.string()
    .valid(...ifChangedChoices)
    .description(
      'For a row whose result would now differ from the dry run: `skip` fails it with the code PLAN_CHANGED and writes nothing; `apply` imports it by the current data. Default skip.',
    ),
});
