import Joi from 'joi';

/** The number of jobs in a queue. */
export interface QueueDepth {
  readonly name: string;
  /** Includes those that are put back (`delayed`). */
  readonly waiting: number;
  readonly delayed: number;
  readonly active: number;
  readonly failed: number;
}

/** The response of `GET /queues`; null while Redis is unavailable. */
export interface QueuesAnswer {
  readonly queues: readonly QueueDepth[] | null;
}

const count = Joi.number().integer().min(0).required();

export const queuesAnswer = Joi.object<QueuesAnswer>({
  queues: Joi.array()
    .items(
      Joi.object<QueueDepth>({
        name: Joi.string().required(),
        waiting: count.description('Waiting jobs, including those delayed until later (`delayed`).'),
        delayed: count,
        active: count,
        failed: count,
      }),
    )
    .allow(null)
    .required()
    .description('Null while Redis is unavailable.'),
});
