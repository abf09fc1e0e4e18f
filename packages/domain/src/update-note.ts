export interface UpdateNote {
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly sourceLabel: string;
  readonly fieldsUpdated: readonly string[];
  readonly fieldsPreserved: readonly string[];
  /** Unique to this update: the note is found by this reference if the PSA's response is lost. */
  readonly reference: string;
}

/** Timestamp, source, updated fields, preserved fields (specification, "Smart update"). */
export function updateNote(note: UpdateNote): string {
  return [
    'Lead data updated by import',
    `Timestamp: ${note.timestamp}`,
    `Source: ${note.sourceLabel}`,
    `Updated fields: ${listOf(note.fieldsUpdated)}`,
    `Preserved fields: ${listOf(note.fieldsPreserved)}`,
    `Reference: ${note.reference}`,
  ].join('\n');
}

/** The note of a ticket that an undo closed and an import reopened. */
export function reopenNote({
  timestamp,
  sourceLabel,
  reference,
}: Pick<UpdateNote, 'timestamp' | 'sourceLabel' | 'reference'>): string {
  return [
    'Lead imported again, after its first import was undone',
    `Timestamp: ${timestamp}`,
    `Source: ${sourceLabel}`,
    `Reference: ${reference}`,
  ].join('\n');
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
