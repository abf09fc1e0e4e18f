let isHeldUp = true;

/** Whether a question about what is not saved may hold up that the page is left. */
export const mayBeHeldUp = (): boolean => isHeldUp;

/** Loads another page, or this one anew, for another person or for nobody any more: nothing may hold that up. */
export function leavePage(go: () => void): void {
  isHeldUp = false;
  go();
}
