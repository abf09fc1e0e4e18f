import type { TicketSnapshot } from '@leadbridge/domain';

import type { PsaSession } from '../../ports/psa.js';
import { ownKeyOf } from '../../psa/own-key.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { MatchedRow } from '../import-row-state.js';
import { decide } from '../decide/decide.js';
import { createCompleteMirror } from './complete-mirror.js';
import { alex, leadTicket, rowState } from './import-rows.js';
import { createImportWorld, stageContext } from './stage-context.js';

const ownKey = ownKeyOf('email:alex@example.com');

export interface MirroredRowGiven extends MemoryPsaOptions {
  /** The ticket in the mirror; null for none. */
  readonly mirrored?: Partial<TicketSnapshot> | null;
  /** The ticket in the PSA; null for none, and the same as in the mirror if absent. */
  readonly stands?: Partial<TicketSnapshot> | null;
  readonly ageMs?: number;
  readonly acceptedAgoMs?: number;
  readonly learnt?: Partial<MatchedRow>;
  readonly data?: unknown;
  readonly session?: (session: PsaSession) => Partial<PsaSession>;
  readonly hasMirror?: boolean;
}

/** A row that was decided from the mirror, and the means to confirm it. */
export async function createMirroredRow({
  mirrored = {},
  stands = mirrored,
  ageMs = 90_000,
  acceptedAgoMs = 60_000,
  learnt = {},
  data = { ...alex, technologies: 'AWS' },
  session = () => ({}),
  hasMirror = true,
  ...psaOptions
}: MirroredRowGiven) {
  const world = createImportWorld(psaOptions);
  const kept = await createCompleteMirror(world.clock);
  const now = world.clock.now();
  const known = mirrored === null ? null : leadTicket({ ownKey, ...mirrored });
  if (known !== null) {
    await kept.knowsTicket(known, now - ageMs);
  }
  if (stands !== null) {
    world.psa.addTicket(leadTicket({ ownKey, ...stands }));
  }
  const own = world.psa.session();
  const context = stageContext(world, {
    mirror: hasMirror ? kept.mirror : null,
    session: { ...own, ...session(own) },
  });
  const row = rowState(data, {
    acceptedAt: now - acceptedAgoMs,
    learnt: {
      isMirrored: true,
      mirroredHits: known === null ? 0 : 1,
      ticket: known,
      ticketObservedAt: known === null ? null : now - ageMs,
      ...learnt,
    },
  });
  decide([row], context);
  return { ...world, ...kept, context, row };
}

/** Several rows with updates of their tickets; people have moved the first ticket on since. */
export async function createMirroredRows(count: number, options: MemoryPsaOptions = {}) {
  const world = createImportWorld(options);
  const { mirror, knowsTicket } = await createCompleteMirror(world.clock, { pages: 2 });
  const observedAt = world.clock.now() - 90_000;
  const rows = [];
  for (let index = 0; index < count; index += 1) {
    const email = `alex${index}@example.com`;
    const known = leadTicket({ id: 300 + index, email, ownKey: ownKeyOf(`email:${email}`) });
    world.psa.addTicket({ ...known, ...(index === 0 ? { statusId: 3 } : {}) });
    await knowsTicket(known, observedAt);
    const learnt = { isMirrored: true, mirroredHits: 1, ticket: known, ticketObservedAt: observedAt };
    rows.push(rowState({ ...alex, technologies: 'AWS', email }, { index, learnt }));
  }
  const context = stageContext(world, { mirror });
  decide(rows, context);
  return { ...world, rows, context };
}
