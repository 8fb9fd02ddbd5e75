/**
 * The accent of a brand: it bears white words (buttons), so that its contrast with white is 4.5:1
 * (spec/brand#accent). Changes of lightness are made in OKLCH, where they keep the hue.
 */

const accentContrast = 4.5;
/** The product's own accent, and the one for a dark ground that was chosen for it by eye. */
export const ownAccent = "#0b5d45";
const ownAccentDark = "#5cc9a0";
/** How bright the variant for a dark ground is: words in it are read, and large areas do not glare. */
const darkLightness = 0.77;

type Triple = readonly [number, number, number];

/** Whether a text is a colour as brands name it: `#rrggbb`. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The channels in linear light, from 0 to 1. */
function linear(colour: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function hex(channels: Triple): string {
  const two = (value: number) => {
    const held = Math.min(1, Math.max(0, value));
    const gamma = held <= 0.0031308 ? held * 12.92 : 1.055 * held ** (1 / 2.4) - 0.055;
    return Math.round(gamma * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channels.map(two).join("")}`;
}

const luminance = ([red, green, blue]: Triple) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** The contrast of two colours by WCAG 2: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map((colour) => luminance(linear(colour)))
    .toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Whether white words can be read on it. */
export const bearsWhite = (accent: string): boolean =>
  contrast(accent, "#ffffff") >= accentContrast;

function toOklch(colour: string): { light: number; a: number; b: number } {
  const [red, green, blue] = linear(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    light: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function toLinear(light: number, a: number, b: number): Triple {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShown = (channels: Triple) => channels.every((one) => one >= -1e-4 && one <= 1 + 1e-4);

/** The largest x of 0..1 for which `holds`, to one in 65,536; it holds below and not above. */
function bisect(holds: (x: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 16; step += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The colour with another lightness: its hue stays, its chroma as far as a screen can show it. */
function withLightness(colour: string, light: number): string {
  const { a, b } = toOklch(colour);
  const share = isShown(toLinear(light, a, b))
    ? 1
    : bisect((part) => isShown(toLinear(light, a * part, b * part)));
  return hex(toLinear(light, a * share, b * share));
}

/** The nearest colour that bears white words: the same if it does, else a darker one. */
export function nearestAccent(accent: string): string {
  const own = accent.toLowerCase();
  if (bearsWhite(own)) return own;
  const { light } = toOklch(own);
  return withLightness(own, bisect((x) => bearsWhite(withLightness(own, x * light))) * light);
}

/** The variant for a dark ground: of the same hue, and as bright as words need to be read there. */
export function accentOnDark(accent: string): string {
  const own = accent.toLowerCase();
  if (own === ownAccent) return ownAccentDark;
  const { light } = toOklch(own);
  return withLightness(own, Math.max(light, darkLightness));
}

/** The words on an accent, black or white, whichever is read better. */
export function wordsOn(colour: string): "#ffffff" | "#0b0f0d" {
  return contrast(colour, "#ffffff") >= contrast(colour, "#0b0f0d") ? "#ffffff" : "#0b0f0d";
}
