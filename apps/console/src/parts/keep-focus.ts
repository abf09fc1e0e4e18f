/** What the keyboard leads to, and what is given the focus by the page itself. */
const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** A button that waits for its response comes back. */
const waits = '[data-loading]';

/**
 * Keeps the place of whoever goes by keyboard or hears the page, when what had the focus is gone or disabled: the browser would put them on the
 * page as a whole. The focus goes back to it once it is enabled again, else to what is before it and still there; from a dialog to what
 * opened it.
 */
export function keepFocus(): void {
  /** Where the focus is or was last, and what is before that, the nearest first. */
  let places: readonly HTMLElement[] = [];
  /** The same outside of dialogs. */
  let placesOnPage = places;
  let isLookedAfter = false;

  const note = ({ target }: Event): void => {
    if (target instanceof HTMLElement && target.matches(stops)) {
      const dialog = target.closest('[data-portal]');
      const all = [...(dialog ?? document).querySelectorAll<HTMLElement>(stops)];
      const before = all.slice(0, all.indexOf(target) + 1).reverse();
      placesOnPage = dialog === null ? before : placesOnPage;
      places = dialog === null ? before : [...before, ...placesOnPage];
    }
  };
  /** Who clicks beside everything has left the place; what is removed is so before it is gone. */
  const leave = ({ target }: Event): void =>
    queueMicrotask(() => {
      if (target instanceof HTMLElement && document.activeElement === document.body && takesFocus(target)) {
        places = [];
      }
    });
  const restore = (): void => {
    isLookedAfter = false;
    const { activeElement: holder } = document;
    const isLost = holder === null || holder === document.body || !takesFocus(holder);
    const isAwaited = places[0]?.isConnected === true && places[0].matches(waits);
    if (isLost && !isAwaited) {
      places.find(takesFocus)?.focus({ preventScroll: true });
    }
  };

  document.addEventListener('focusin', note);
  document.addEventListener('focusout', leave);
  new MutationObserver(() => {
    if (!isLookedAfter) {
      isLookedAfter = true;
      requestAnimationFrame(restore);
    }
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}

function takesFocus(element: Element): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.checkVisibility({ visibilityProperty: true })
  );
}
