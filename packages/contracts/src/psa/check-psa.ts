import Joi from 'joi';

/** What a look at the PSA has shown; the result of its job, and what `leadbridge psa check --json` prints. */
export interface CheckPsaAnswer {
  /** Whether jobs may run: nothing is wrong but warnings. */
  readonly ready: boolean;
  /** Errors first. */
  readonly problems: readonly { readonly level: 'error' | 'warning'; readonly message: string }[];
  /** What was tried and holds. */
  readonly checked: readonly string[];
}

const message = Joi.string().allow('').required();

export const checkPsaAnswer = Joi.object<CheckPsaAnswer>({
  ready: Joi.boolean().required().description('Whether jobs can run: there are no errors.'),
  problems: Joi.array()
    .items(
      Joi.object({
        level: Joi.string().valid('error', 'warning').required(),
        message,
      }),
    )
    .required()
    .description('Errors first.'),
  checked: Joi.array().items(message.label('message')).required().description('The checks that passed.'),
});
