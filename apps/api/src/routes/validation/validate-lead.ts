import { validateLeadAnswer, validateLeadBody } from '@leadbridge/contracts';
import type { ValidateLeadAnswer } from '@leadbridge/contracts';
import { validateLead as checkLead } from '@leadbridge/domain';

import { ok } from '../../http/answer.js';
import { defineRoute } from '../../pipeline/route.js';
import { requestedSource } from '../requested-source.js';

export const validateLead = defineRoute({
  method: 'post',
  path: '/validate/leads',
  permission: 'data.view.readonly',
  summary: 'Check lead data without importing it',
  tags: ['Import'],
  request: { body: validateLeadBody },
  answers: {
    200: { description: 'Whether the lead is complete and well-formed.', schema: validateLeadAnswer },
  },
  handler: ({ body, services }) => {
    const source = requestedSource(body.source, services);
    const { defaultCountry } = services.settings.current();
    const { valid, warnings, suggestions } = checkLead(source, body.data, { defaultCountry });
    const answer: ValidateLeadAnswer = { valid, warnings, suggestions };
    return ok(answer);
  },
});
