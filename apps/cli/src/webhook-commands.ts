import { deliveryStatuses, eventTypes } from '@leadbridge/contracts';
import { Option, type Command } from 'commander';

import type { RunWithService } from './command-parts.js';
import { listDeliveries, listWebhooks, redeliver, showDelivery } from './commands/deliveries.js';
import { replayEvents } from './commands/replay-events.js';
import { wholeNumber } from './read-options.js';

/** The commands on webhooks: what was sent to them, and sending it again. */
export function addWebhookCommands(program: Command, run: RunWithService): void {
  addReplayCommand(program, run);
  addDeliveryCommands(program, run);
}

function addDeliveryCommands(program: Command, run: RunWithService): void {
  const webhooks = program.command('webhooks').description('webhooks, and what was sent to them');
  webhooks.command('list').description('list the webhooks').action(run(listWebhooks));
  webhooks
    .command('deliveries')
    .description('list the newest deliveries of a webhook')
    .argument('<webhook-id>')
    .addOption(new Option('--status <status>').choices(deliveryStatuses))
    .addOption(new Option('--event <event>', 'of this type alone').choices(eventTypes))
    .option('--limit <deliveries>', 'how many', wholeNumber(1, 500), 20)
    .action(run(listDeliveries));
  webhooks
    .command('delivery')
    .description('show a delivery: its request, and the response to each attempt; secrets are masked')
    .argument('<webhook-id>')
    .argument('<delivery-id>')
    .option('--json', 'as one line of JSON')
    .action(run(showDelivery));
  webhooks
    .command('redeliver')
    .description('send the event of a delivery again, at once')
    .argument('<webhook-id>')
    .argument('<delivery-id>')
    .action(run(redeliver));
}

function addReplayCommand(program: Command, run: RunWithService): void {
  program
    .command('event')
    .description('send events again')
    .command('replay')
    .description('send the events of a time range, or failed events, to a webhook again')
    .argument('<webhook-id>')
    .option('--from <time>', 'events at or after this time, in ISO 8601')
    .option('--to <time>', 'events before this time')
    .option('--failed-since <time>', 'instead: deliveries that failed at or after this time')
    .option('--dry-run', 'only count them')
    .action(run(replayEvents));
}
