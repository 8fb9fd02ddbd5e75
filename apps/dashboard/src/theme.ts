/**
 * Colours, type and shape, all in one place. Road-sign green carries actions, lane-marking amber
 * marks what asks for attention, neutrals lean towards the green. Contrast is AA in both schemes.
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const pike: MantineColorsTuple = [
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

export const theme = createTheme({
  primaryColor: "pike",
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { pike, amber, gray, dark },
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
  // Plain objects: naming a component here would load it, and what it needs, on every page.
  components: {
    Anchor: { defaultProps: { underline: "hover", fz: "inherit" } },
    Badge: { defaultProps: { variant: "light", radius: "sm", size: "md", tt: "none", fw: 550 } },
    Button: { defaultProps: { fw: 550 } },
    Card: { defaultProps: { withBorder: true, shadow: "none" } },
    Modal: { defaultProps: { centered: true, radius: "lg", padding: "lg" } },
    // A dialog's head is no banner of the page.
    ModalHeader: { defaultProps: { role: "none" } },
    Paper: { defaultProps: { radius: "lg" } },
    Table: { defaultProps: { verticalSpacing: "sm", horizontalSpacing: "md" } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
  },
});

/** What Mantine's own variables lack for AA contrast, and the surfaces of both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#ffffff",
    "--mantine-color-error": "#c22525",
    "--mantine-color-placeholder": "#66726c",
    "--mantine-color-dimmed": "#56625c",
    "--mantine-color-anchor": "#0b5d45",
    "--pike-canvas": "#f6f8f7",
    "--pike-surface": "#ffffff",
    "--pike-sunken": "#f1f4f2",
    "--pike-line": "#e2e8e5",
    "--pike-accent": "#0b5d45",
    "--pike-accent-soft": "#e9f4ef",
    "--pike-chart-1": "#118058",
    "--pike-chart-2": "#c98a00",
    "--pike-chart-3": "#3b6fb5",
    "--pike-chart-4": "#a4527a",
  },
  dark: {
    "--mantine-color-body": "#161b19",
    "--mantine-color-error": "#ff8f8f",
    "--mantine-color-placeholder": "#8d9a93",
    "--mantine-color-dimmed": "#9aa7a0",
    "--mantine-color-anchor": "#63c79f",
    "--mantine-color-default": "#1d2421",
    "--mantine-color-default-hover": "#242c28",
    "--mantine-color-default-border": "#333d38",
    "--pike-canvas": "#0f1311",
    "--pike-surface": "#161b19",
    "--pike-sunken": "#121614",
    "--pike-line": "#262e2a",
    "--pike-accent": "#63c79f",
    "--pike-accent-soft": "#15291f",
    "--pike-chart-1": "#46b284",
    "--pike-chart-2": "#e5ac14",
    "--pike-chart-3": "#77a6e6",
    "--pike-chart-4": "#d68bb0",
  },
});
