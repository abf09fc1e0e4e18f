/** Every menu: inside the landmark that its button is in, without being cut off there, and with the focus on its first item. */
export const menuProps = {
  position: 'bottom-end',
  shadow: 'md',
  withinPortal: false,
  floatingStrategy: 'fixed',
  withInitialFocusPlaceholder: false,
} as const;
