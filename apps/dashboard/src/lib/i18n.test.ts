import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { createElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { translationAreasOf, injectTranslations } from "../../build-steps/screen-translations.ts";
import { screens } from "../app/navigation/routes.tsx";
import { startI18n } from "@turnpike/ui/lib/i18n.ts";

/** Responds with each of an area's failures once, then with its translations. */
const failing = new Map<string, number[]>();
const asked: string[] = [];
const server = createServer((request, response) => {
  const area = /\/en\/([\w-]+)\.json$/.exec(request.url ?? "")?.[1] ?? "";
  asked.push(area);
  const code = failing.get(area)?.shift() ?? 200;
  if (code === 0) return void response.destroy();
  response.writeHead(code, { "access-control-allow-origin": "*" });
  response.end(code === 200 ? JSON.stringify({ title: `Words of ${area}` }) : "");
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // Removes translations loaded by other tests in this worker.
  delete i18next.options.resources;
  vi.stubEnv("WORDS", `http://127.0.0.1:${port}`);
  await startI18n(["ui", "shell"]);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
  server.closeAllConnections();
});

const Title = () => useTranslation("login").t("title");

test("translations that failed to load are requested again; their keys are never shown", async () => {
  failing.set("login", [503, 0]);
  const shown = new Set<string>();
  const container = document.body.appendChild(document.createElement("div"));
  const observer = new MutationObserver(() => shown.add(container.textContent ?? ""));
  observer.observe(container, { childList: true, subtree: true, characterData: true });
  render(createElement(Suspense, { fallback: "Loading" }, createElement(Title)), { container });
  await screen.findByText("Words of login", {}, { timeout: 4_000 });
  observer.disconnect();
  cleanup();
  expect(shown).toContain("Loading");
  expect([...shown].filter((text) => text.includes("title"))).toEqual([]);
  expect(asked.filter((area) => area === "login")).toHaveLength(3);
});

test("a screen requests its translations before its code has loaded", async () => {
  const requested = vi.spyOn(i18next, "loadNamespaces");
  const pool = screens.find(({ path }) => path === "/cli/isp-user");
  const loading = pool?.load();
  // Requested immediately, not after the code has loaded.
  expect(requested.mock.calls.flat(2)).toContain("pool");
  requested.mockRestore();
  await loading;
  await vi.waitFor(() => expect(asked).toContain("pool"), { timeout: 5_000 });
});

test("every screen of the route table loads its own translations, and no other screen's", () => {
  const file = join(import.meta.dirname, "../app/navigation/routes.tsx");
  const table = injectTranslations(readFileSync(file, "utf8"), file);
  expect(table.match(/withWords\(\["[^\]]+"\], import\(/g)).toHaveLength(screens.length);
  const home = translationAreasOf(join(import.meta.dirname, "../features/home/Home.tsx"));
  expect(home).toContain("home");
  // Translations of components shown later are loaded with their code.
  for (const late of ["guide", "setting", "palette"]) expect(home).not.toContain(late);
});
