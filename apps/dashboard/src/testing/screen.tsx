/**
 * Shows a screen in jsdom, with a real HTTP server that speaks the API's envelope, in English.
 * Records the requests; calls without an answer in the test get a 404, as from the API.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render } from "@testing-library/react";
import i18next from "i18next";
import type { ComponentType } from "react";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { onTestFinished } from "vitest";
import { api, cancelRequests } from "../lib/call.ts";
import { queryClient } from "../lib/queries.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { serverReach } from "@turnpike/ui/lib/server-reach.ts";
import { MfaPrompt } from "../features/mfa/MfaPrompt.tsx";
import { ActHost } from "@turnpike/ui/act/ActHost.tsx";
import { quickStyles } from "./quick-styles.ts";

// A busy machine is slow, but that is no failure.
configure({
  asyncUtilTimeout: 30_000,
  // The default message contains the whole document on every failed attempt.
  getElementError: (message) => new Error(message ?? ""),
});

/**
 * In a full run answers arrive in any order, up to this late: a test that depends on their order
 * would fail one day on a busy machine.
 */
const LATEST_MS = process.env["TURNPIKE_FULL"] === "1" ? 80 : 0;

type Fields = Record<string, string>;
/** A call's data, or `Refused`, `Events` (a stream), `Download` (a file) or `NoAnswer`. */
export type Answers = Record<string, (fields: Fields) => unknown>;

/** Closes the connection without an answer. */
export class NoAnswer {}

/** A refusal in the API's format. */
export class Refused {
  envelope: object;
  constructor(code: number, msg: string, data: object) {
    this.envelope = { code, msg, data };
  }
}

/** A file, returned for a GET with a ticket (spec/api#tickets). */
export class Download {
  name: string;
  text: string;
  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }
}

/** Events of a stream that stays open (spec/traffic-plan#live-traffic). */
export class Events {
  events: readonly object[];
  constructor(...events: object[]) {
    this.events = events;
  }
}

const translations = (area: string): unknown => {
  const folder = join(import.meta.dirname, "../../../../packages/locales/src/en");
  return JSON.parse(readFileSync(join(folder, `${area}.json`), "utf8"));
};

/** The matching media query: wider than a phone, but not a wide window (`Column.extra`). */
const usualWindow = "(min-width: 75em)";

/** Browser features that Mantine needs and jsdom lacks. */
function stubBrowserFeatures(): void {
  quickStyles();
  window.matchMedia = (query) =>
    ({
      matches: query === usualWindow,
      media: query,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
    }) as unknown as MediaQueryList;
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollIntoView = () => {};
  const fonts = { addEventListener() {}, removeEventListener() {} };
  Object.defineProperty(document, "fonts", { value: fonts, configurable: true });
}

/** Ends the screen that is shown. */
let leave = async (): Promise<void> => {};

/** It ends with its test, or when the next one is shown. */
export async function showScreen(shown: {
  screen: ComponentType;
  /** The translation areas of the screen, in addition to the common ones. */
  area: string | string[];
  path: string;
  answers: Answers;
}) {
  stubBrowserFeatures();
  await leave();
  // Another file's answers may have moved the product's clock.
  productClock.tell(new Date().toISOString());
  const areas = ["ui", "parts", "shell", ...[shown.area].flat()];
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: {
      en: Object.fromEntries(areas.map((area) => [area, translations(area)])) as never,
    },
    interpolation: { escapeValue: false },
  });
  const requests: { path: string; fields: Fields }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const { path, fields } = readRequest(request.url ?? "", body, shown.answers);
      requests.push({ path, fields });
      // A promise is an answer that takes a while.
      void Promise.all([shown.answers[path]?.(fields), sleep(Math.random() * LATEST_MS)]).then(
        ([data]) => sendAnswer(response, data),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const Screen = shown.screen;
  const Component = () => (
    <>
      <Screen />
      <ActHost />
    </>
  );
  const router = createMemoryRouter([{ path: "*", Component }], {
    initialEntries: [shown.path],
  });
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <MfaPrompt />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const end = async () => {
    leave = async () => {};
    cleanup();
    // Otherwise they fail when the server closes, and the next test sees the toast.
    cancelRequests();
    server.close();
    server.closeAllConnections();
    // Payments cannot be cancelled: wait until they have failed.
    await sleep(0);
    queryClient.clear();
    notifications.clean();
    serverReach.markReachable();
  };
  leave = end;
  onTestFinished(() => leave());
  return {
    router,
    origin: api.origin,
    /** The requests of one call, in order. */
    askedOf: (path: string) => requests.filter((one) => one.path === path).map((one) => one.fields),
    /** Leaves the screen before the test ends. */
    end,
  };
}

function sendAnswer(response: ServerResponse, data: unknown): void {
  if (data instanceof NoAnswer) return void response.destroy();
  if (data instanceof Events) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of data.events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    return;
  }
  if (data instanceof Download) {
    response.writeHead(200, { "content-disposition": `attachment; filename="${data.name}"` });
    return void response.end(data.text);
  }
  response.writeHead(data === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(envelope(data)));
}

/** A test may answer a URL as a whole, or only its path: its query is then passed as fields too. */
function readRequest(
  url: string,
  body: string,
  answers: Answers,
): { path: string; fields: Fields } {
  const [path = "", query = ""] = url.split("?");
  if (url in answers) return { path: url, fields: Object.fromEntries(new URLSearchParams(body)) };
  return { path, fields: Object.fromEntries(new URLSearchParams(`${query}&${body}`)) };
}

function envelope(data: unknown): object {
  if (data === undefined) return { code: 404, msg: "unknown path", data: {} };
  return data instanceof Refused ? data.envelope : { code: 0, msg: "", data };
}
