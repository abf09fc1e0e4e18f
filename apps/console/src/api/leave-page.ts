let isHeldUp = true;

/** Whether a question about what is not saved may hold up that the page is left. */
export function mayBeHeldUp(): boolean {
  return isHeldUp;
}

/** Loads another page, or this one anew, for another person or for nobody any more: nothing may hold that up. */
export function leavePage(go: () => void): void {
  isHeldUp = false;
  go();
}
