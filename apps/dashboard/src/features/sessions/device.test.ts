import { describe, expect, it } from "vitest";
import { deviceOf } from "./device.ts";

const windowsFirefox =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 " +
  "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const ipad =
  "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 " +
  "(KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1";
const chromium = "AppleWebKit/537.36 (KHTML, like Gecko)";
const edge = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`;
const galaxy = `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${chromium} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`;
const tablet = `Mozilla/5.0 (Linux; Android 13; SM-X200) ${chromium} Chrome/130.0.0.0 Safari/537.36`;
const mac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 " +
  "(KHTML, like Gecko) Version/18.0 Safari/605.1.15";
const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

describe("the device derived from a user agent", () => {
  it.each([
    [windowsFirefox, { kind: "desktop", browser: "Firefox", system: "Windows" }],
    [iphone, { kind: "phone", browser: "Safari", system: "iOS" }],
    [ipad, { kind: "tablet", browser: "Safari", system: "iOS" }],
    [edge, { kind: "desktop", browser: "Edge", system: "Windows" }],
    [galaxy, { kind: "phone", browser: "Samsung Internet", system: "Android" }],
    [tablet, { kind: "tablet", browser: "Chrome", system: "Android" }],
    [mac, { kind: "desktop", browser: "Safari", system: "macOS" }],
    [bot, { kind: "program", browser: "Googlebot", system: "" }],
    ["curl/8.5.0", { kind: "program", browser: "curl 8.5.0", system: "" }],
    ["python-requests/2.31.0", { kind: "program", browser: "python-requests 2.31.0", system: "" }],
    ["node", { kind: "program", browser: "node", system: "" }],
    ["okhttp/4.12.0 (gzip)", { kind: "program", browser: "okhttp 4.12.0", system: "" }],
    ["", { kind: "unknown", browser: "", system: "" }],
    ["Mozilla/5.0", { kind: "unknown", browser: "", system: "" }],
  ])("%s", (agent, device) => {
    expect(deviceOf(agent)).toEqual(device);
  });

  it("has a name of at most 60 characters", () => {
    expect(deviceOf("x".repeat(5_000)).browser).toHaveLength(60);
  });
});
