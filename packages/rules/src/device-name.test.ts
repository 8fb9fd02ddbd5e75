import { expect, it } from "vitest";
import { deviceName } from "./device-name.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const chrome = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`;

it.each([
  [chrome, "Chrome, Windows"],
  [`${chrome} Edg/130.0`, "Edge, Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox, Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604",
    "Safari, iPhone",
  ],
  ["curl/8.5.0", "curl"],
  ["Your account is at risk, call +1 555 0100", "–"],
  ["", "–"],
])("A device name contains only known words: %s", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
