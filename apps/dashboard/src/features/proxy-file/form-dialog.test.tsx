import { fireEvent, screen, waitFor } from "@testing-library/react";
import { proxyFileOf } from "@turnpike/proxy-strings/write/proxy-file.ts";
import { useEffect } from "react";
import { beforeEach, expect, test } from "vitest";
import { savedFiles } from "../../testing/saved-files.ts";
import { click, copied, type, watchClipboard } from "../../testing/person.ts";
import { Download, showScreen } from "../../testing/screen.tsx";
import { staticIpRow } from "../static/testing/static-ip.ts";
import { fieldsOf } from "../static/static-ip.ts";
import { CopyMenu } from "./CopyMenu.tsx";
import { openExport } from "./open-export.tsx";

watchClipboard();
beforeEach(() => {
  localStorage.clear();
});

const rows = [
  staticIpRow({ id: "i1", host: "198.51.100.1" }),
  staticIpRow({ id: "i2", host: "2001:db8::7", account: "shopper2" }),
];
const proxies = rows.map(fieldsOf);
const area = ["lines", "formats"];
const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Format" });
async function choose(name: string) {
  fireEvent.click(field());
  fireEvent.click(await screen.findByRole("option", { name: new RegExp(`^${name}`) }));
}
async function more() {
  const Screen = () => <CopyMenu rows={rows} fieldsOf={fieldsOf} contents="selected-static-ips" />;
  await showScreen({ screen: Screen, area, path: "/", answers: {} });
  click("Copy");
  fireEvent.click(await screen.findByRole("menuitem", { name: "More formats…" }));
  await screen.findByRole("combobox", { name: "Format" });
}
const text = () => screen.getByRole("region", { name: "The file" }).textContent;

test("selected proxies are copied in any format, using the same generator as the exports", async () => {
  await more();
  await choose("Clash");
  await waitFor(() => expect(text()).toContain("mixed-port: 7890"));
  fireEvent.click(screen.getByRole("radio", { name: "SOCKS5" }));
  await waitFor(() => expect(text()).toContain("type: socks5"));
  const [dialog] = screen.getAllByRole("dialog");
  const [button] = [...(dialog?.querySelectorAll("button") ?? [])].filter(
    ({ textContent }) => textContent === "Copy",
  );
  fireEvent.click(button as HTMLElement);
  await screen.findByText("Copy Success (2 lines)");
  expect(copied).toHaveBeenLastCalledWith(
    proxyFileOf("clash", proxies, { protocol: "socks5", name: "Nordlicht" }),
  );
});

test("the file is saved in the chosen format, with the ending that its program looks for", async () => {
  const saved = savedFiles();
  const names: string[] = [];
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    names.push(this.download);
  };
  await more();
  await choose("Proxifier");
  click("Download");
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe(proxyFileOf("proxifier", proxies));
  expect(names).toEqual([
    expect.stringMatching(/^nordlicht-selected-static-ips-proxifier-[\d-]{17}\.ppx$/),
  ]);
});

test("a note shows what a format cannot hold; an HTTP-only format offers no protocol choice", async () => {
  await more();
  expect(screen.queryByRole("note")).toBeNull();
  await choose("PAC");
  await waitFor(() =>
    expect(screen.getByRole("note").textContent).toContain("no place for a pass"),
  );
  expect(screen.getByRole("note").textContent).toContain("At most 1,000 proxies fit.");
  await choose(".env");
  await waitFor(() =>
    expect(screen.getByRole("note").textContent).toBe("Only the first proxy fits."),
  );
  expect(screen.getByRole("radio", { name: "SOCKS5" })).toBeTruthy();
  await choose("Squid");
  await waitFor(() => expect(screen.queryByRole("radio", { name: "SOCKS5" })).toBeNull());
});

test("a format can be searched by its purpose, and the last one is preselected the next time", async () => {
  await more();
  // The field takes a change without focus for the browser's autofill.
  field().focus();
  type(field(), "spreadsheet");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  fireEvent.click(screen.getByRole("option", { name: /^CSV/ }));
  await waitFor(() => expect(text()).toContain("host,port,user"));
  await more();
  expect(field().value).toBe("CSV");
});

test("a stored format that is no longer known falls back to the default", async () => {
  localStorage.setItem("app.proxyForm", JSON.stringify({ format: "fax", protocol: "http" }));
  await more();
  expect(field().value).toBe("host:port:user:password");
});

function show(ids: readonly string[], answers: Parameters<typeof showScreen>[0]["answers"]) {
  const first = proxies.map((fields) => ({ fields }));
  function Screen() {
    useEffect(
      () =>
        openExport({
          title: "Save",
          from: { path: "/v1/x/export" },
          ids,
          words: { which: "Which", chosen: "Chosen", all: () => "All" },
          useRows: () => ({ first, total: undefined }),
        }),
      [],
    );
    return null;
  }
  const ticket = { "/v1/ticket": () => ({ ticket: "t", expiresAt: "" }) };
  return showScreen({ screen: Screen, area, path: "/", answers: { ...ticket, ...answers } });
}

test("an export requests format and protocol from the API; the preview comes from the generator", async () => {
  const saved = savedFiles();
  const shown = await show(["i1"], {
    "/v1/x/export": () => new Download("x.json", "made by the API"),
  });
  await screen.findByRole("combobox", { name: "Format" });
  await choose("sing-box");
  fireEvent.click(await screen.findByRole("radio", { name: "SOCKS5" }));
  const wanted = proxyFileOf("sing-box", proxies, {
    protocol: "socks5",
    name: "Nordlicht",
  }).trimEnd();
  const region = await screen.findByRole("region", { name: "The file begins like this" });
  await waitFor(() => expect(region.textContent).toBe(wanted));
  click("Download");
  await waitFor(() => expect(saved).toHaveLength(1));
  const asked = shown.askedOf("/v1/x/export");
  expect(asked).toMatchObject([{ format: "sing-box", protocol: "socks5", ids: "i1" }]);
  expect(asked[0]).not.toHaveProperty("template");
  expect(await saved[0]?.text()).toBe("made by the API");
});

test("too many ids for one URL: the parts are combined into one complete file of the format", async () => {
  const saved = savedFiles();
  const ids = Array.from({ length: 301 }, (_, at) => `id${at}`);
  const file = ({ ids: part = "" }: Record<string, string>) =>
    new Download(
      "nordlicht-static-ips-2026-11-21-120000.json",
      JSON.stringify(part.split(",").map((id) => ({ ...proxies[0], user: id }))),
    );
  const shown = await show(ids, { "/v1/x/export": file });
  await screen.findByRole("combobox", { name: "Format" });
  await choose("Clash");
  click("Download");
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(shown.askedOf("/v1/x/export").map(({ format }) => format)).toEqual(Array(3).fill("json"));
  const [first] = proxies;
  if (!first) throw new Error("no proxy");
  const all = ids.map((user) => ({ ...first, user }));
  expect(await saved[0]?.text()).toBe(
    proxyFileOf("clash", all, { protocol: "http", name: "Nordlicht" }),
  );
  await screen.findByText("nordlicht-static-ips-clash-2026-11-21-120000.yaml saved");
});
