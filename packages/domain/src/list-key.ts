/** The form in which the names of lists are compared: without differences in case, Unicode form and white space. */
export function listKey(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
}
