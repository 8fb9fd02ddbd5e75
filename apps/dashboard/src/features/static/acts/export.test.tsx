import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useEffect, useEffectEvent } from "react";
import { beforeEach, expect, test } from "vitest";
import { useCall } from "../../../lib/queries.ts";
import { savedFiles } from "../../../testing/saved-files.ts";
import { click, clickToSee, copied, type, watchClipboard } from "../../../testing/person.ts";
import { type Answers, Download, Refused, showScreen } from "../../../testing/screen.tsx";
import { staticIpRow } from "../testing/static-ip.ts";
import { CopyMenu } from "../../proxy-file/CopyMenu.tsx";
import { useIpActs } from "./use-ip-acts.ts";
import { fieldsOf, type StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

let saved: Blob[];
watchClipboard();
beforeEach(() => {
  localStorage.clear();
  saved = savedFiles();
});

const rows = [
  staticIpRow({ id: "i1", host: "198.51.100.1" }),
  staticIpRow({ id: "i2", host: "198.51.100.2", account: "shopper2" }),
];
const listOf = (items: readonly StaticIp[], total = items.length) => ({
  items,
  total,
  page: 1,
  limit: 3,
});

async function show(ids: readonly string[], more: Answers = {}, term: Term = "static") {
  function Screen() {
    // The list that the ids were selected in.
    const list = useCall("staticUseList", { page: 1, limit: 10 });
    const acts = useIpActs({ term, onRenew: () => {}, onDeleted: () => {} });
    const open = useEffectEvent(() => acts.export(ids.map((id) => staticIpRow({ id }))));
    const isLoaded = list.data !== undefined;
    useEffect(() => {
      if (isLoaded) open();
    }, [isLoaded]);
    return (
      <button type="button" onClick={() => acts.export(ids.map((id) => staticIpRow({ id })))}>
        Open again
      </button>
    );
  }
  let tickets = 0;
  const answers = {
    "/v2/static/useList": ({ status }: Record<string, string>) =>
      status === "active" ? listOf(rows.slice(0, 1), 1234) : listOf(rows),
    "/v1/staticShort/used": () => listOf([], 3),
    "/v1/ticket": () => ({ ticket: `t${++tickets}`, expiresAt: "" }),
    ...more,
  };
  const path = "/cli/static-proxies";
  const shown = await showScreen({
    screen: Screen,
    area: ["static-edit", "lines", "formats"],
    path,
    answers,
  });
  await screen.findByRole("dialog");
  return shown;
}
const template = () => screen.getByLabelText<HTMLInputElement>("Template");
const preview = () => screen.getByRole("region", { name: "The file begins like this" }).textContent;
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
/** Chooses a format by its name. */
async function choose(name: string) {
  fireEvent.click(screen.getByRole("combobox", { name: "Format" }));
  fireEvent.click(await screen.findByRole("option", { name: new RegExp(`^${name}`) }));
}
const file = (text: string) => () => new Download("static-proxies.txt", text);

test("the selected IPs are downloaded with a ticket, as the preview shows them (spec/static#export)", async () => {
  const { askedOf } = await show(["i2", "i1"], { "/v1/static/export": file("line\n") });
  expect(preview()).toBe("198.51.100.2:443:shopper2:Secret99\n198.51.100.1:443:shopper1:Secret99");
  await clickToSee("Download", "static-proxies.txt saved");
  await closed();
  expect(askedOf("/v1/ticket")).toMatchObject([{ what: "export" }]);
  expect(askedOf("/v1/static/export")).toEqual([
    {
      ticket: "t1",
      lang: "en",
      format: "txt",
      ids: "i2,i1",
      template: "{host}:{port}:{user}:{password}",
    },
  ]);
  expect(await saved[0]?.text()).toBe("line\n");
});

test("the preview of all IPs omits those without an open port, as the file does (spec/static#export)", async () => {
  const [first, second] = rows;
  const items = [{ ...first, port: 0, ports: [] }, second];
  await show([], { "/v2/static/useList": () => listOf(items as StaticIp[]) });
  await waitFor(() => expect(preview()).toBe("198.51.100.2:443:shopper2:Secret99"));
});

test("exporting all unexpired IPs sends no ids in the URL", async () => {
  const { askedOf } = await show(["i1"], { "/v1/static/export": file("x") });
  fireEvent.click(await screen.findByRole("radio", { name: "All that have not expired (1,234)" }));
  await waitFor(() => expect(preview()).toContain("198.51.100.1"));
  await choose("CSV");
  await waitFor(() => expect(preview()).toContain("host,port,user,password"));
  click("Download");
  await closed();
  const [asked] = askedOf("/v1/static/export");
  expect(asked).toMatchObject({ format: "csv" });
  expect(asked).not.toHaveProperty("ids");
  expect(asked).not.toHaveProperty("template");
});

test("the short term has its own URL; without a selection all IPs are exported", async () => {
  const { askedOf } = await show([], { "/v1/staticShort/export": file("x") }, "short");
  await screen.findByText("All that have not expired (3)");
  expect(screen.queryByRole("radio", { name: /chosen/ })).toBeNull();
  click("Download");
  await closed();
  expect(askedOf("/v1/staticShort/export")).toHaveLength(1);
});

test("400 selected IPs are requested in parts that fit into a URL and saved as one file", async () => {
  const ids = Array.from({ length: 400 }, (_, at) => `${at}`.padStart(36, "0"));
  const { askedOf } = await show(ids, {
    "/v1/static/export": ({ ids: asked = "", ticket }) =>
      new Download(`${ticket}.txt`, asked.replaceAll(",", "\n").concat("\n")),
  });
  click("Download");
  await closed();
  const parts = askedOf("/v1/static/export");
  expect(parts.map(({ ids: asked = "" }) => asked.split(",").length)).toEqual([150, 150, 100]);
  expect(new Set(parts.map(({ ticket }) => ticket)).size).toBe(3);
  for (const part of parts) {
    expect(new URLSearchParams(part).toString().length).toBeLessThan(8_000);
  }
  expect(saved).toHaveLength(1);
  expect(await saved[0]?.text()).toBe(`${ids.join("\n")}\n`);
});

test("a field is inserted at the cursor; an invalid template shows an error", async () => {
  const { askedOf } = await show(["i1"]);
  type(template(), "proxy=; city=");
  await screen.findByText(/at least one of the fields below/);
  expect(screen.getByRole("button", { name: "Download" })).toHaveProperty("disabled", true);
  template().setSelectionRange(6, 6);
  click("Insert {host}");
  expect(template().value).toBe("proxy={host}; city=");
  template().setSelectionRange(19, 19);
  click("Insert {city}");
  expect(preview()).toBe("proxy=198.51.100.1; city=berlin");
  type(template(), "{host} {secret}");
  await screen.findByText(/at least one of the fields below/);
  expect(askedOf("/v1/ticket")).toEqual([]);
});

test("a named template is chosen with one click, and a custom one is kept for the next time", async () => {
  await show(["i1"], { "/v1/static/export": file("x") });
  const form = screen.getByLabelText<HTMLSelectElement>("Line format");
  type(form, "socks5://{user}:{password}@{host}:{port}");
  expect(preview()).toBe("socks5://shopper1:Secret99@198.51.100.1:443");
  type(template(), "{host};{port}");
  expect(form.selectedOptions[0]?.textContent).toBe("My own template");
  click("Download");
  await closed();
  click("Open again");
  await screen.findByRole("dialog");
  expect(template().value).toBe("{host};{port}");
});

test("a refused file is not saved, and the dialog stays open", async () => {
  await show(["i1"], {
    "/v1/ticket": () => new Refused(429, "Too many downloads", { reason: "tooManyTries" }),
  });
  await clickToSee("Download", "Too many downloads");
  expect(saved).toEqual([]);
  expect(screen.getByRole("dialog")).toBeTruthy();
});

async function showCopy(chosen: readonly StaticIp[]) {
  const Screen = () => (
    <CopyMenu rows={chosen} fieldsOf={fieldsOf} contents="selected-static-ips" />
  );
  const path = "/cli/static-proxies";
  await showScreen({
    screen: Screen,
    area: ["static-edit", "lines", "formats"],
    path,
    answers: {},
  });
}

test("copying without a selection shows a message (spec/dashboard#batch-actions)", async () => {
  await showCopy([]);
  await clickToSee("Copy", "Please select a row");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(copied).not.toHaveBeenCalled();
});

test("the selected IPs are copied in the chosen format, with Copy Success (spec/dashboard#messages)", async () => {
  await showCopy(rows);
  click("Copy");
  const menu = await screen.findByRole("menu");
  fireEvent.click(within(menu).getByRole("menuitem", { name: "user:password@host:port" }));
  await screen.findByText("Copy Success (2 lines)");
  expect(copied).toHaveBeenLastCalledWith(
    "shopper1:Secret99@198.51.100.1:443\nshopper2:Secret99@198.51.100.2:443\n",
  );
});

test("a custom template, once used, is also offered for copying; an invalid stored one is not", async () => {
  localStorage.setItem("app.proxyTemplate", JSON.stringify("{host} # {remark}"));
  await showCopy(rows.slice(0, 1));
  click("Copy");
  fireEvent.click(await screen.findByRole("menuitem", { name: "{host} # {remark}" }));
  expect(copied).toHaveBeenLastCalledWith("198.51.100.1 # \n");
  localStorage.setItem("app.proxyTemplate", JSON.stringify("no field"));
  await showCopy(rows.slice(0, 1));
  click("Copy");
  await screen.findByRole("menu");
  expect(screen.queryByRole("menuitem", { name: "no field" })).toBeNull();
});
