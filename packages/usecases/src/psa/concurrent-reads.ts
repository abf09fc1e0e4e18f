/** How many reads of the PSA one step of a batch has in progress at once. */
export const concurrentReads = 8;

/** The same for notes, which take a read and a write each. */
export const concurrentNotes = 4;
