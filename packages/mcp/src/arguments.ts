import Joi from 'joi';

/** The arguments that several tools have. */
export const cursor = Joi.string().max(400).description('next_cursor of the last page');
export const jobId = Joi.string().max(100).required();
export const source = Joi.string().max(100).required();
export const leadId = Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER);

const maxLeads = 50;

export const leads = Joi.array()
  .items(Joi.object().unknown())
  .min(1)
  .max(maxLeads)
  .required()
  .description('first_name, last_name, email, company, …');
