import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Around the color of the mark (`icon.svg`), which is the ninth. */
const brand: MantineColorsTuple = [
  '#edf3fc',
  '#d8e5f8',
  '#b0cbf1',
  '#86b0ea',
  '#6197e3',
  '#4887df',
  '#3a7edc',
  '#2c6cc5',
  '#1f5fbf',
  '#154c9f',
];

/** What lies over the page; its header is not another one of the page. */
const dialog = {
  styles: { title: { fontWeight: 600, fontSize: 16 } },
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'none' } },
};

export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: 8,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '15px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  respectReducedMotion: true,
  components: {
    // Links within text are told by more than their color.
    Anchor: { defaultProps: { underline: 'always' } },
    Button: { defaultProps: { size: 'sm' } },
    Alert: { defaultProps: { py: 'xs', px: 'sm' } },
    Badge: { defaultProps: { tt: 'none', radius: 'sm' } },
    // Inside the landmark that its button is in, without being cut off there, and with the focus on its first item.
    Menu: {
      defaultProps: {
        ...{ position: 'bottom-end', shadow: 'md', withinPortal: false },
        ...{ floatingStrategy: 'fixed', withInitialFocusPlaceholder: false },
      },
    },
    Modal: { defaultProps: { ...dialog, radius: 'lg' } },
    Drawer: { defaultProps: dialog },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});

/** The muted text and the borders of the component library, with the contrast that people need. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': '#5a626b', '--mantine-color-error': '#b42318' },
  dark: { '--mantine-color-dimmed': '#b0b6bd', '--mantine-color-error': '#ffa8a8' },
});
