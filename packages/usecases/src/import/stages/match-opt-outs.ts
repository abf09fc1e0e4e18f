import {
  distinctKeys,
  personKeys,
  suppressionKeyText,
  type SuppressionKey,
  type SuppressionKeyKind,
} from '@leadbridge/domain';

import type { StageContext } from '../batch.js';
import { keysOfPerson, type ImportRowState, type Suppressed } from '../import-row-state.js';

/** Most specific first. */
const kindsByWeight: readonly SuppressionKeyKind[] = [
  'email',
  'company-person',
  'phone-person',
  'phone',
  'domain',
];

/** Checks whether the person has opted out, by any key from the row, our record or the ticket. */
export async function matchOptOuts(
  rows: readonly ImportRowState[],
  { store }: Pick<StageContext, 'store'>,
): Promise<void> {
  const asked = rows.map((state) => ({ row: state, keys: allKeysOf(state) }));
  const found = await store.findOptedOut(asked.flatMap(({ keys }) => keys));
  for (const { row, keys } of asked) {
    const [hit] = keys
      .flatMap((key): Suppressed[] => {
        const gate = found.get(suppressionKeyText(key));
        return gate === undefined
          ? []
          : [{ by: gate.isOfDomain === true ? 'domain' : key.kind, suppressionId: gate.suppressionId }];
      })
      .sort((one, other) => kindsByWeight.indexOf(one.by) - kindsByWeight.indexOf(other.by));
    row.suppressed = hit ?? null;
  }
}

/** Checks again if the ticket or its contact now shows other addresses than those matched before. */
export async function matchOptOutAnew(
  state: ImportRowState,
  before: PsaEntities,
  context: Pick<StageContext, 'store'>,
): Promise<void> {
  const own = new Set(keysOfPerson(state).map(suppressionKeyText));
  const [then, now] = [before, state].map((shown) =>
    emailKeysOfPsa(shown)
      .map(suppressionKeyText)
      .filter((key) => !own.has(key))
      .join(' '),
  );
  if (then !== now) {
    await matchOptOuts([state], context);
  }
}

/** What the PSA shows of a person. */
type PsaEntities = Pick<ImportRowState, 'ticket' | 'contact'>;

function allKeysOf(state: ImportRowState): readonly SuppressionKey[] {
  return distinctKeys([...keysOfPerson(state), ...emailKeysOfPsa(state)]);
}

/** An opt-out by any address of the person counts, whichever of them the lead has. */
function emailKeysOfPsa({ ticket, contact }: PsaEntities): readonly SuppressionKey[] {
  const shown = [ticket, contact].filter((each) => each !== null);
  return personKeys(shown.map(({ email, otherEmails = [] }) => ({ email, otherEmails })));
}
