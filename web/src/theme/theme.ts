import { createTheme, type CSSVariablesResolver, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';
import { bestFirst, choosingProps, ownWords } from '@/ui/choosing';

// The accent colour. Shade 7 with white, and shade 4 on the dark page, have a contrast above 4.5:1.
const sea: MantineColorsTuple = [
    '#eff7f9', '#dbeef2', '#b8dde6', '#8bc8d6', '#5cb3c6', '#379bb1', '#1f849b', '#0f6f87', '#0b5f74', '#084d5f',
];

// Shade 6 is the dimmed text of the light scheme and shade 2 that of the dark one. Both have 4.5:1 on page and surface.
const gray: MantineColorsTuple = [
    '#f8f9fa', '#f1f3f5', '#e6e9ec', '#d9dde1', '#bcc3ca', '#88929c', '#5c6670', '#434c55', '#2b333a', '#181e23',
];
const dark: MantineColorsTuple = [
    '#dde1e5', '#b9c0c7', '#98a1aa', '#5d6670', '#2d333a', '#23282e', '#1a1e23', '#131619', '#0e1113', '#0a0c0e',
];

// Mantine's own red is too light for white text at shade 7.
const red: MantineColorsTuple = [
    '#fff3f3', '#ffe1e1', '#ffc4c4', '#ffa0a0', '#ff8787', '#f25555', '#dc3b3b', '#c42b2b', '#a82323', '#8a1c1c',
];

export const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

// The list itself scrolls. A scroll area within it would be a region that the keyboard does not reach.
const choosing = { withScrollArea: false };
const chosenFrom = { options: 'fl-options' };
// The option that Enter selects is highlighted while the user types.
const matching = { filter: bestFirst(), selectFirstOptionOnChange: true };

export const theme: MantineThemeOverride = createTheme({
    colors: { sea, gray, dark, red },
    primaryColor: 'sea',
    primaryShade: { light: 7, dark: 7 },
    autoContrast: true,
    fontFamily,
    fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
    headings: {
        fontFamily,
        fontWeight: '600',
        sizes: {
            h1: { fontSize: '1.5rem', lineHeight: '1.3' },
            h2: { fontSize: '1.125rem', lineHeight: '1.4' },
            h3: { fontSize: '1rem', lineHeight: '1.5' },
        },
    },
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    defaultRadius: 8,
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    components: {
        Button: { defaultProps: { size: 'sm' } },
        TextInput: { defaultProps: { size: 'sm' } },
        Paper: { defaultProps: { withBorder: true, shadow: 'none' } },
        Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 }, transitionProps: { duration: 120 } } },
        Drawer: {
            defaultProps: { position: 'right', size: 460, overlayProps: { backgroundOpacity: 0.4 }, transitionProps: { duration: 160 } },
        },
        // Otherwise the header of a dialog would be a second banner of the page.
        ModalHeader: { defaultProps: { role: 'presentation' } },
        DrawerHeader: { defaultProps: { role: 'presentation' } },
        Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false, transitionProps: { duration: 80 } } },
        Tooltip: { defaultProps: { openDelay: 250, withArrow: true, events: { hover: true, focus: true, touch: true } } },
        Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
        // With the default radius they would look like radio buttons.
        Checkbox: { defaultProps: { radius: 'xs' } },
        CloseButton: { defaultProps: { 'aria-label': 'Close' } },
        Anchor: { defaultProps: { underline: 'hover' } },
        // Tells screen readers that a field has a list, and whether the list is open. Enter chooses from it.
        ComboboxTarget: { defaultProps: { withExpandedAttribute: true, ...choosingProps } },
        ComboboxEventsTarget: { defaultProps: { withExpandedAttribute: true, ...choosingProps } },
        PillsInputField: { defaultProps: { role: 'combobox' }, classNames: { field: 'fl-within-field' } },
        Select: { defaultProps: { ...choosing, ...matching, role: 'combobox', comboboxProps: { shadow: 'md' }, checkIconPosition: 'right' }, classNames: chosenFrom },
        Autocomplete: { defaultProps: { ...choosing, ...ownWords, role: 'combobox' }, classNames: chosenFrom },
        MultiSelect: { defaultProps: { ...choosing, ...matching }, classNames: chosenFrom },
        TagsInput: { defaultProps: { ...choosing, ...ownWords }, classNames: chosenFrom },
    },
});

// The colours of the page for which Mantine has no setting. Our own style sheets use `--fl-*`.
export const cssVariables: CSSVariablesResolver = () => ({
    variables: {},
    light: {
        '--mantine-color-text': '#181e23',
        '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
        '--mantine-color-error': '#c02a2a',
        // Badges: paler tints than Mantine's, and text that is readable on them.
        '--mantine-color-green-light': 'var(--mantine-color-green-0)',
        '--mantine-color-red-light': 'var(--mantine-color-red-0)',
        '--mantine-color-blue-light': 'var(--mantine-color-blue-0)',
        '--mantine-color-green-light-color': '#1a6b3c',
        '--mantine-color-yellow-light-color': '#7d5100',
        '--mantine-color-yellow-light': '#fff4d6',
        '--mantine-color-red-light-color': '#a82323',
        '--mantine-color-blue-light-color': '#1a5a9e',
        '--mantine-color-gray-light-color': 'var(--mantine-color-gray-7)',
        '--mantine-color-gray-light': 'var(--mantine-color-gray-1)',
        '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
        '--fl-page': '#ffffff',
        '--fl-side': 'var(--mantine-color-gray-0)',
        '--fl-line': 'var(--mantine-color-gray-2)',
        '--fl-hover': 'var(--mantine-color-gray-1)',
        '--fl-good': '#1b7a43',
        '--fl-bad': '#c02a2a',
        '--fl-chart-1': 'var(--mantine-primary-color-filled)',
        '--fl-chart-2': '#d9822b',
        '--fl-chart-3': '#6a5acd',
        '--fl-chart-4': '#3f9b6b',
        '--fl-chart-5': '#c2467a',
        '--fl-chart-6': '#7a8691',
    },
    dark: {
        '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
        '--mantine-color-error': '#ff8787',
        '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
        '--mantine-color-default': 'var(--mantine-color-dark-6)',
        '--fl-page': 'var(--mantine-color-dark-7)',
        '--fl-side': 'var(--mantine-color-dark-8)',
        '--fl-line': 'var(--mantine-color-dark-5)',
        '--fl-hover': 'var(--mantine-color-dark-6)',
        '--fl-good': '#5cc88a',
        '--fl-bad': '#ff8787',
        '--fl-chart-1': 'var(--mantine-primary-color-4)',
        '--fl-chart-2': '#f0a95b',
        '--fl-chart-3': '#a596ff',
        '--fl-chart-4': '#6ccf9b',
        '--fl-chart-5': '#f08ab4',
        '--fl-chart-6': '#a3adb7',
    },
});
