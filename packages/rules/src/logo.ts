/** The product's logo, a raised toll gate: the one place where it is drawn (spec/brand#images). */
export const logoSvg = (accent: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
  `<rect width="32" height="32" rx="7" fill="${accent}"/>` +
  `<g fill="none" stroke-width="4" stroke-linecap="round"><path d="M9 25V11" stroke="#fff"/>` +
  `<path d="M9 12 25 7.5" stroke="#f5c542"/><path d="M17 25h8" stroke="#fff" opacity=".55"/></g></svg>`;
