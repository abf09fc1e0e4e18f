import { newIdempotencyKey } from '@leadbridge/client';
import Joi from 'joi';

import { jobId, leadId } from '../arguments.js';
import { defineTool, viaMcp } from '../tool.js';
import { plannedHeaders, startedJob } from './plan-tools.js';

export const commitPlan = defineTool({
  name: 'commit_plan',
  description:
    'WRITES: carry out a finished plan_import. A row that would now differ is not written (PLAN_CHANGED).',
  keys: { job_id: jobId },
  writes: true,
  run: async (path, api) => {
    const { data } = await api.POST('/jobs/{job_id}/commit', {
      params: { path },
      body: {},
      headers: plannedHeaders(),
    });
    return startedJob(data);
  },
});

const onlyOne = 'Name exactly one of lead_id, email and phone';

export const suppressPerson = defineTool({
  name: 'suppress_person',
  description:
    'WRITES, permanently: a person must not be contacted any more. Exactly one of lead_id, email, phone.',
  keys: {
    lead_id: leadId,
    email: Joi.string().max(254),
    phone: Joi.string().max(80),
    reason: Joi.string().max(500).required(),
  },
  refine: (schema) =>
    schema.xor('lead_id', 'email', 'phone').messages({ 'object.missing': onlyOne, 'object.xor': onlyOne }),
  writes: true,
  run: async ({ lead_id: id, email, phone, reason }, api) => {
    const { data } = await api.POST('/suppressions', {
      body:
        id !== undefined
          ? { lead_id: id, reason }
          : email !== undefined
            ? { email, reason }
            : { phone: phone ?? '', reason },
      headers: { ...viaMcp, 'Idempotency-Key': newIdempotencyKey() },
    });
    const [entry] = data.suppressions;
    return { suppression_id: entry?.id ?? null, status: entry?.status ?? null };
  },
});
