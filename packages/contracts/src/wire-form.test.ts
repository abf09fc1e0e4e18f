import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import Joi from 'joi';

import { camelizeKeys } from './wire-keys.js';
import { wireForm } from './wire-form.js';

const text = Joi.string().required();

const view = Joi.object({
  lead_id: Joi.number().required(),
  reason: Joi.string(),
  source_of: Joi.object({ job_id: text }).allow(null).required(),
  past_states: Joi.array()
    .items(Joi.object({ set_at: text }))
    .required(),
  by_field: Joi.object()
    .pattern(Joi.string(), Joi.object({ set_by: text }))
    .required(),
  counts: Joi.object({ job_rows: Joi.number() }).required(),
  details: Joi.object().unknown(true).required(),
  decision: Joi.alternatives(Joi.object({ client_id: Joi.number().required() }), Joi.string()).required(),
});

const record = {
  leadId: 7,
  sourceOf: { jobId: 'job_1' },
  pastStates: [{ setAt: 'then' }],
  byField: { CF_106: { setBy: 'csv' } },
  counts: { job_rows: 2 },
  details: { fromHere: { CF_101: 1 } },
  decision: { clientId: 3 },
};

const shown = {
  lead_id: 7,
  source_of: { job_id: 'job_1' },
  past_states: [{ set_at: 'then' }],
  by_field: { CF_106: { set_by: 'csv' } },
  counts: { job_rows: 2 },
  details: { fromHere: { CF_101: 1 } },
  decision: { client_id: 3 },
};

describe('the form of a record in a response', () => {
  it('has the fields of the schema under their names in responses, at every depth', () => {
    expect(wireForm(view, record)).toEqual(shown);
    expect(view.validate(wireForm(view, record)).error).toBeUndefined();
  });

  it('has nothing else that the record has, at no depth', () => {
    const secret = { sealedSecret: 'x', sealed_secret: 'x' };
    const more = {
      ...{ ...record, ...secret },
      sourceOf: { ...record.sourceOf, ...secret },
      pastStates: record.pastStates.map((state) => ({ ...state, ...secret })),
      byField: { CF_106: { ...record.byField.CF_106, ...secret } },
      decision: { ...record.decision, ...secret },
    };
    expect(wireForm(view, more)).toEqual(shown);
  });

  it('lacks what the record lacks, and has null for null', () => {
    const { sourceOf: _source, ...rest } = record;
    const { source_of: _shown, ...shownRest } = shown;
    expect(wireForm(view, { ...rest, sourceOf: null, reason: 'old' })).toEqual({
      ...{ ...shownRest, source_of: null },
      reason: 'old',
    });
    expect(wireForm(view, record)).not.toHaveProperty('reason');
  });

  it('is one of a choice as it is where it is no object', () => {
    expect(wireForm(view, { ...record, decision: 'separate' })).toMatchObject({ decision: 'separate' });
  });

  it('is restored from the form in code, whatever the names', () => {
    const name = fc.stringMatching(/^[a-z]{1,6}(_[a-z]{1,6}){0,3}$/u);
    fc.assert(
      fc.property(fc.dictionary(name, fc.integer(), { noNullPrototype: true }), (wire) => {
        const schema = Joi.object(Object.fromEntries(Object.keys(wire).map((key) => [key, Joi.number()])));
        expect(wireForm(schema, camelizeKeys(wire) as typeof wire)).toEqual(wire);
      }),
    );
  });
});
