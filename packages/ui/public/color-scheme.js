// Sets the colour scheme before the first paint; a file of its own, so that no inline script is needed.
try {
  const stored = localStorage.getItem("mantine-color-scheme-value");
  const dark =
    stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
} catch {
  document.documentElement.setAttribute("data-mantine-color-scheme", "light");
}
