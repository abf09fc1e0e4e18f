import {
  distinctKeys,
  personKeys,
  suppressionKeyText,
  type SuppressionKey,
  type SuppressionKeyKind,
} from '@leadbridge/domain';

import type { StageContext } from '../batch.js';
import {
  keysOfPerson,
  type DecidedRow,
  type MatchedRow,
  type Suppressed,
  type WrittenRow,
} from '../import-row-state.js';

const lookLastsMs = 20_000;
/** Most specific first. */
const kindsByWeight: readonly SuppressionKeyKind[] = [
  'email',
  'company-person',
  'phone-person',
  'phone',
  'domain',
];

/**
 * Checks whether the person has opted out, by any key from the row, our record or the ticket. Keys that were
 * looked up when the batch began are not looked up again: the look behind the record finds what came since.
 */
export async function matchOptOuts(
  rows: readonly MatchedRow[],
  context: Pick<StageContext, 'store' | 'known'>,
): Promise<void> {
  const found = await optOutsOf(rows, context);
  rows.forEach((row, index) => {
    row.suppressed = found[index] ?? null;
  });
}

async function optOutsOf(
  rows: readonly WrittenRow[],
  { store, known }: Pick<StageContext, 'store' | 'known'>,
): Promise<readonly (Suppressed | null)[]> {
  const asked = rows.map(allKeysOf);
  const unasked = asked.flat().filter((key) => !known.askedKeys.has(suppressionKeyText(key)));
  const found = new Map([
    ...known.optedOut,
    ...(unasked.length === 0 ? [] : await store.findOptedOut(unasked)),
  ]);
  return asked.map((keys) => {
    const [hit] = keys
      .flatMap((key): Suppressed[] => {
        const gate = found.get(suppressionKeyText(key));
        return gate === undefined
          ? []
          : [{ by: gate.isOfDomain === true ? 'domain' : key.kind, suppressionId: gate.suppressionId }];
      })
      .sort((one, other) => kindsByWeight.indexOf(one.by) - kindsByWeight.indexOf(other.by));
    return hit ?? null;
  });
}

/**
 * Checks again if the batch began long ago, so that its record ends before the next look of any opt-out that it
 * does not know (`nextLookAt` of the store): whatever a crash prevents, one of the two looks finds the other.
 */
export async function withLateOptOuts(
  rows: readonly DecidedRow[],
  { store, known, clock, startedAt }: Pick<StageContext, 'store' | 'known' | 'clock' | 'startedAt'>,
): Promise<readonly DecidedRow[]> {
  if (rows.length === 0 || clock.now() - startedAt <= lookLastsMs) {
    return rows;
  }
  const found = await optOutsOf(rows, { store, known: { ...known, askedKeys: new Set() } });
  return rows.map((row, index) => ({ ...row, suppressed: found[index] ?? null }));
}

/** A row for which the PSA now shows something else than it was decided by. */
export interface ChangedRow {
  readonly state: MatchedRow;
  /** What it was decided by. */
  readonly before: PsaEntities;
  /** When its ticket was read alone (Unix milliseconds), if it was. */
  readonly ticketReadAt?: number;
}

/** Checks the rows again whose ticket or contact now shows other addresses than those matched before. */
export async function matchOptOutsAnew(
  rows: readonly ChangedRow[],
  context: Pick<StageContext, 'store' | 'known'>,
): Promise<void> {
  const shown = rows.filter(({ state, before }) => showsOtherAddresses(state, before));
  if (shown.length > 0) {
    await matchOptOuts(
      shown.map(({ state }) => state),
      context,
    );
  }
}

function showsOtherAddresses(state: MatchedRow, before: PsaEntities): boolean {
  if (before.ticket === state.ticket && before.contact === state.contact) {
    return false;
  }
  const own = new Set(keysOfPerson(state).map(suppressionKeyText));
  const [then, now] = [before, state].map((shown) =>
    emailKeysOfPsa(shown)
      .map(suppressionKeyText)
      .filter((key) => !own.has(key))
      .join(' '),
  );
  return then !== now;
}

type PsaEntities = Pick<WrittenRow, 'ticket' | 'contact'>;

function allKeysOf(state: WrittenRow): readonly SuppressionKey[] {
  return distinctKeys([...keysOfPerson(state), ...emailKeysOfPsa(state)]);
}

/** An opt-out by any address of the person counts, whichever of them the lead has. */
function emailKeysOfPsa({ ticket, contact }: PsaEntities): readonly SuppressionKey[] {
  const shown = [ticket, contact].filter((each) => each !== null);
  return personKeys(shown.map(({ email, otherEmails = [] }) => ({ email, otherEmails })));
}
