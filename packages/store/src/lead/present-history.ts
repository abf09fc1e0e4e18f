import type { IrregularChange, StatusChange } from '@leadbridge/usecases';

import type { IrregularChangeDocument, TransitionDocument } from './lead-model.js';

export function presentHistory(history: readonly TransitionDocument[]): StatusChange[] {
  return history.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
}

export function historyDocuments(history: readonly StatusChange[]): TransitionDocument[] {
  return history.map((entry) => ({ ...entry, at: new Date(entry.at) }));
}

export function presentIrregular(changes: readonly IrregularChangeDocument[] = []): IrregularChange[] {
  return changes.map((change) => ({ ...change, at: change.at.toISOString() }));
}

export function irregularDocument(change: IrregularChange): IrregularChangeDocument {
  return { ...change, at: new Date(change.at) };
}
