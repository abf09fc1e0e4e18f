import Joi from 'joi';

/** The result of checking the PSA, and the output of `leadbridge psa check --json`. */
export interface CheckPsaAnswer {
  /** Whether jobs may run: there are no errors, but possibly warnings. */
  readonly ready: boolean;
  /** Errors first. */
  readonly problems: readonly { readonly level: 'error' | 'warning'; readonly message: string }[];
  /** What was checked and works. */
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
