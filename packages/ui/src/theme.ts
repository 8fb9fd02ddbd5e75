/**
 * Colours, type and shapes, all in one place. The brand's accent is for actions (theme.css derives
 * its shades), green for what is well, amber for what needs attention; neutrals are slightly green.
 * Contrast meets AA in both schemes.
 */
import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** Shades of the accent: the page says which colour that is, before any script runs. */
const brand: MantineColorsTuple = [
  "var(--brand-0)",
  "var(--brand-1)",
  "var(--brand-2)",
  "var(--brand-3)",
  "var(--brand-4)",
  "var(--brand-5)",
  "var(--brand-6)",
  "var(--brand-7)",
  "var(--brand-8)",
  "var(--brand-9)",
];
const good: MantineColorsTuple = [
  "#e9f7f1",
  "#d0ecdf",
  "#a3d9c1",
  "#70c5a0",
  "#46b284",
  "#229b6b",
  "#118058",
  "#0b6b4a",
  "#0b5d45",
  "#094936",
];
const amber: MantineColorsTuple = [
  "#fff8e3",
  "#fdeec0",
  "#fadf8b",
  "#f7d05a",
  "#f5c542",
  "#e5ac14",
  "#b98206",
  "#8f6200",
  "#734d00",
  "#5a3c00",
];
const gray: MantineColorsTuple = [
  "#f6f8f7",
  "#eef2f0",
  "#e2e8e5",
  "#d3dbd7",
  "#bdc8c2",
  "#8b9891",
  "#5d6963",
  "#45504b",
  "#2a332f",
  "#151b18",
];
const dark: MantineColorsTuple = [
  "#e3e9e6",
  "#c2ccc7",
  "#9aa7a0",
  "#75827b",
  "#36403b",
  "#29322d",
  "#1a201d",
  "#111614",
  "#0c100e",
  "#080b09",
];

/** Options do not open on focus: a dialog may start with such a field. */
const listProps = { openOnFocus: false, withScrollArea: false };
/** The list itself scrolls: a scroll area around it would not be reachable by keyboard. */
const scrollingList = { options: { maxHeight: "16rem", overflowY: "auto" } } as const;

export const theme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { brand, good, amber, gray, dark },
  black: "#151b18",
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', 'PingFang TC', 'Noto Sans TC', " +
    "'Microsoft JhengHei', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  headings: {
    fontWeight: "640",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  defaultRadius: "md",
  radius: { xs: "3px", sm: "5px", md: "8px", lg: "12px", xl: "18px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  // Plain objects: importing a component here would load it on every page.
  components: {
    Anchor: { defaultProps: { underline: "hover", fz: "inherit" } },
    Badge: { defaultProps: { variant: "light", radius: "sm", size: "md", tt: "none", fw: 550 } },
    Button: { defaultProps: { fw: 550 } },
    Card: { defaultProps: { withBorder: true, shadow: "none" } },
    // Focus the first item instead of an empty placeholder that is not a menu item.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, radius: "lg", padding: "lg" } },
    // A dialog's header is not a banner of the page.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
    Paper: { defaultProps: { radius: "lg" } },
    Autocomplete: { defaultProps: listProps, styles: scrollingList },
    MultiSelect: { defaultProps: listProps, styles: scrollingList },
    Select: { defaultProps: listProps, styles: scrollingList },
    Table: { defaultProps: { verticalSpacing: "sm", horizontalSpacing: "md" } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
  },
});
