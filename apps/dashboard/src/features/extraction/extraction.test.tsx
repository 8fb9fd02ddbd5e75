import type { ApiLink } from "@turnpike/contract/extraction.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  click,
  clickToOpen,
  clickToSee,
  copied,
  type,
  watchClipboard,
} from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { indexAnswer, shopAnswers } from "../../testing/shop.ts";
import { Extraction } from "./Extraction.tsx";

const linkOf = (by: Partial<ApiLink> = {}): ApiLink => ({
  id: "l1",
  url: "http://api.example/extract?token=abcdefghij&num=5&hours=1",
  plan: "ip",
  country: "DE",
  countryName: "Germany",
  state: "",
  stateName: "",
  city: "",
  cityName: "",
  num: 5,
  hours: 1,
  minutes: null,
  format: "txt",
  separator: "\\n",
  port: null,
  protocol: "http",
  remark: "",
  createdAt: "2026-11-22T10:00:00.000Z",
  lastUsedAt: null,
  uses: 0,
  ...by,
});
const countries = { items: [{ code: "DE", name: "Germany", online: 12 }] };
const usual: Answers = {
  ...shopAnswers,
  "/v1/apiLinks": () => ({ items: [linkOf(), linkOf({ id: "l2", remark: "shop", uses: 7 })] }),
  "/v1/apiLinkAdd": () => ({ item: linkOf({ id: "l9" }) }),
  "/v1/countrys": () => countries,
  "/v2/country": () => countries,
  "/v1/city": () => ({ items: [] }),
  "/v2/city": () => ({ items: [] }),
  "/v1/trafficInfo": () => ({
    endpoints: [{ region: "lab", host: "192.0.2.1", port: 7000, protocols: [] }],
    exampleTarget: "http://127.0.0.1:7999/ip",
  }),
  "/v2/indexInit": () => indexAnswer({ ipBalance: 100, trafficBytes: 3_000_000_000 }),
  "/v1/trafficWhiteList": () => ({ items: [], total: 2, page: 1, limit: 1 }),
  "/v1/checkTrafficWhite": () => ({ ip: "203.0.113.99", whitelisted: true }),
};

watchClipboard();
async function show(more: Answers = {}) {
  return showScreen({
    screen: Extraction,
    area: ["extract", "buy"],
    path: "/cli/api-extract",
    answers: { ...usual, ...more },
  });
}
const pick = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));
const address = () => new URL(screen.getByRole("region", { name: "Address" }).textContent ?? "");
const asked = () => Object.fromEntries(address().searchParams);
const example = () => screen.getByRole("region", { name: "Answer of a call" }).textContent;

test("the URL and the example follow each choice", async () => {
  await show();
  await waitFor(() => expect(example()).toContain("192.0.2.1:10001\n192.0.2.1:10002"));
  expect(asked()).toEqual({
    token: "YOUR_TOKEN",
    num: "5",
    hours: "1",
    format: "txt",
    separator: "\\n",
    protocol: "http",
  });
  type(/^Proxies per call/, "2");
  pick("3");
  type("Between two proxies", "comma");
  pick("From one I choose");
  pick("SOCKS5");
  expect(asked()).toMatchObject({ num: "2", hours: "3", separator: ",", port: "443" });
  expect(example()).toBe("192.0.2.1:443,192.0.2.1:444");
  screen.getByText("Several proxies take consecutive ports: 443-444.");
  pick("JSON");
  expect(asked()).not.toHaveProperty("separator");
  expect(JSON.parse(example() ?? "")).toMatchObject({ code: 0, data: { items: [{}, {}] } });
  pick("Traffic");
  expect(asked()).toMatchObject({ minutes: "30", protocol: "socks5" });
  expect(asked()).not.toHaveProperty("hours");
  screen.getByText("the traffic used");
});

test("copying before a link exists shows: Please create an API link (spec/dashboard#messages)", async () => {
  await show();
  await clickToSee("Copy the address", "Please create an API link");
  click("Copy the curl command");
  expect(copied).not.toHaveBeenCalled();
});

test("a created link can be copied until another option is chosen", async () => {
  const { askedOf } = await show();
  const { url } = linkOf();
  await clickToSee("Create link", "Your link is ready");
  expect(askedOf("/v1/apiLinkAdd")).toMatchObject([
    { plan: "ip", num: "5", hours: "1", format: "txt", separator: "\\n", protocol: "http" },
  ]);
  expect(askedOf("/v1/apiLinkAdd")[0]).not.toHaveProperty("minutes");
  expect(address().href).toBe(url);
  click("Copy the address");
  expect(copied).toHaveBeenLastCalledWith(url);
  click("Copy the curl command");
  expect(copied).toHaveBeenLastCalledWith(`curl '${url}'`);
  pick("CSV");
  screen.getByText("Your link will look like this");
  expect(asked().token).toBe("YOUR_TOKEN");
});

test("invalid values are reported at their fields, and nothing is sent", async () => {
  const { askedOf } = await show();
  type(/^Proxies per call/, "501");
  type("Between two proxies", "own");
  pick("From one I choose");
  type(/^First port/, "79");
  await clickToSee("Create link", "Choose 1 to 500 proxies");
  screen.getByText("Enter what separates two proxies");
  screen.getByText("All ports have to be from 80 to 10000");
  expect(askedOf("/v1/apiLinkAdd")).toEqual([]);
});

test("a refusal that names a field is shown at that field", async () => {
  const said = "The port has to be from 80 to 10000";
  await show({ "/v1/apiLinkAdd": () => new Refused(400, said, { field: "port" }) });
  pick("From one I choose");
  await clickToSee("Create link", said);
  expect(screen.getByLabelText(/^First port/).getAttribute("aria-invalid")).toBe("true");
  pick("SOCKS5");
  expect(screen.queryByText(said)).toBeNull();
});

test("each call's cost is shown next to the balance; too low a balance leads to buying", async () => {
  const { router } = await show({ "/v2/indexInit": () => indexAnswer({ ipBalance: 4 }) });
  await screen.findByText("4 IPs");
  screen.getByText("5 IPs");
  screen.getByText("No balance, please purchase first");
  type(/^Proxies per call/, "4");
  expect(screen.queryByText("No balance, please purchase first")).toBeNull();
  type(/^Proxies per call/, "5");
  await clickToOpen("Buy IPs");
  expect(router.state.location.search).toBe("?dialog=ip");
});

test("links are copied, opened after a confirmation, and deleted", async () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  const { askedOf } = await show({ "/v1/apiLinkDel": () => ({ deleted: 1 }) });
  await screen.findByText("shop");
  const row = within(screen.getByText("shop").closest("tr") as HTMLElement);
  row.getByText("7");
  row.getByText("5 for 1 hour");
  click("Copy the curl command of shop");
  expect(copied).toHaveBeenLastCalledWith(`curl '${linkOf().url}'`);
  const asks = await clickToOpen("Open shop in a new tab");
  asks.getByText(/5 IPs are taken from your balance/);
  expect(opened).not.toHaveBeenCalled();
  click("Open it", asks);
  expect(opened).toHaveBeenCalledExactlyOnceWith(linkOf().url, "_blank", "noopener,noreferrer");
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  fireEvent.keyDown(screen.getByText("shop"), { key: "Delete" });
  await screen.findByText("Please select a row");
  await clickToSee("Delete shop", "Delete 1 link?");
  const confirm = screen.getAllByRole("button", { name: "Delete" }).at(-1) as HTMLElement;
  fireEvent.click(confirm);
  await screen.findByText("1 link deleted");
  expect(askedOf("/v1/apiLinkDel")).toMatchObject([{ ids: "l2" }]);
});

test("without links the list suggests creating one, and leads to the form", async () => {
  await show({ "/v1/apiLinks": () => ({ items: [] }) });
  await screen.findByText("Please create an API link");
  click("Build a link");
  expect(document.activeElement?.tagName).toBe("INPUT");
});
