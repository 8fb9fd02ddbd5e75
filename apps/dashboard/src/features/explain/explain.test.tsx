import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, clickToSee, type } from "../../testing/person.ts";
import { type Answers, Refused, showScreen } from "../../testing/screen.tsx";
import { subAccountRow } from "../sub-account/testing/sub-account.ts";
import { Explain } from "./Explain.tsx";

const row = subAccountRow();
const oxylabs =
  "customer-acme-cc-US-city-los_angelos-sessid-x7-sesstime-10:p4ss@pr.oxylabs.io:7777";
const cities = [
  {
    state: "california",
    stateName: "California",
    city: "losangeles",
    cityName: "Los Angeles",
    online: 3,
  },
];
const answers: Answers = {
  "/v1/trafficInfo": () => ({
    balanceBytes: 1,
    usedBytes: 0,
    allocatedBytes: 0,
    enterprise: false,
    grammar: { pattern: "", parameters: [] },
    endpoints: [{ region: "lab", host: "127.0.0.1", port: 7000, protocols: ["http", "socks5"] }],
    exampleTarget: "http://127.0.0.1:7999/ip",
  }),
  "/v1/availableSubUsers": () => ({
    items: [
      row,
      { ...row, id: "s2", account: "shopper2", password: "Other222", availableBytes: 0 },
    ],
  }),
  "/v2/country": () => ({ items: [{ code: "US", name: "United States", online: 7 }] }),
  "/v2/city": () => ({ items: cities }),
  "/v2/asn": () => ({ items: [] }),
};
let created: string[] = [];

async function show(more: Answers = {}) {
  created = [];
  const Shown = () => <Explain account="" start="" onCreate={(text) => created.push(text)} />;
  return showScreen({
    screen: Shown,
    area: ["explain", "lines", "formats", "parts"],
    path: "/cli/traffic-use",
    answers: { ...answers, ...more },
  });
}
const field = () => screen.findByLabelText("Proxy string, list, command or program");
const paste = async (text: string) => type(await field(), text);
const yours = () => screen.findByRole("region", { name: "Yours" });

test("each part of a pasted string is shown with its number, meaning and value", async () => {
  await show();
  await paste(oxylabs);
  const list = await screen.findByRole("list", { name: "Parts and what they mean" });
  const rows = within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    "1Accountacme",
    "2CountryUSUnited States",
    "3Citylos_angeloswritten losangelos here",
    "4Sessionx7",
    "5Session time1010 minutes",
    "6Passwordp4ss",
    "7Hostpr.oxylabs.io",
    "8Port7777",
  ]);
  expect(screen.getByText("Oxylabs")).toBeTruthy();
  const part = screen.getByRole("button", { name: "cc-US, Part 2: Country" });
  fireEvent.focus(part);
  const [, second] = within(list).getAllByRole("listitem");
  expect(second?.getAttribute("data-pointed")).toBe("true");
  fireEvent.blur(part);
  expect(second?.getAttribute("data-pointed")).toBeNull();
});

test("our string requests the same, with the sub-account that has most traffic, or the chosen one", async () => {
  await show();
  await paste(oxylabs);
  const region = await yours();
  const string = () =>
    within(region).getByRole("region", { name: "Your proxy string" }).textContent;
  expect(string()).toBe(
    `127.0.0.1:7000:${row.account}-region-US-city-losangelos-sid-x7-t-10:${row.password}`,
  );
  fireEvent.click(within(region).getByLabelText("SOCKS5"));
  const command = within(region).getByRole("region", { name: "curl command" });
  expect(command.textContent).toContain("socks5h://");
  fireEvent.click(within(region).getByRole("combobox", { name: "Sub-account" }));
  fireEvent.click(await screen.findByRole("option", { name: "shopper2" }));
  await waitFor(() => expect(string()).toContain("shopper2-region-US"));
  expect(string()).toContain(":Other222");
});

test("a city without exits is reported, and its nearest match or no city can be chosen", async () => {
  await show();
  await paste(oxylabs);
  await screen.findByText("City: we have no exit in losangelos");
  await clickToSee("Use losangeles", "We have exits there.");
  const region = await yours();
  const string = () =>
    within(region).getByRole("region", { name: "Your proxy string" }).textContent;
  expect(string()).toContain("-city-losangeles-");
  await clickToSee("As in the pasted string", "City: we have no exit in losangelos");
  click("Leave out: City");
  await waitFor(() => expect(string()).not.toContain("city"));
});

test("a country without exits is reported by its name", async () => {
  await show();
  await paste("customer-acme-cc-FR:p@pr.oxylabs.io:7777");
  await screen.findByText("Country: we have no exit in France");
});

test("a failed check of the place is shown and can be retried", async () => {
  let broken = true;
  const countries = () =>
    broken ? new Refused(500, "Our fault", {}) : { items: [{ code: "US", name: "", online: 7 }] };
  await show({ "/v2/country": countries });
  await paste("customer-acme-cc-US:p@pr.oxylabs.io:7777");
  await screen.findByText("Whether we have this place could not be checked.");
  expect(screen.queryByText("Checking whether we have this place…")).toBeNull();
  broken = false;
  await clickToSee("Try again", "We have exits there.");
});

test("pasted credentials and hosts never leave the browser", async () => {
  const { askedOf } = await show();
  await paste(oxylabs);
  await screen.findByText("City: we have no exit in losangelos");
  const sent = JSON.stringify(Object.keys(answers).flatMap(askedOf));
  expect(sent).toContain("US");
  for (const secret of ["acme", "p4ss", "oxylabs", "los_angelos"])
    expect(sent).not.toContain(secret);
});

test("parts that could not be transferred are listed with the reason", async () => {
  await show();
  await paste("brd-customer-a1-zone-resi-country-us-foo-bar:pw@brd.superproxy.io:33335");
  const lost = await screen.findByRole("alert", { name: "Not carried over" });
  expect(
    within(lost)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "zone: resi – a product of theirs; ours needs no such choice",
    "foo-bar – its meaning is not known",
  ]);
});

test("lines that are not proxies are listed with what is wrong with them", async () => {
  await show();
  await paste("hello\nexample.com\nftp://a:b@c.com:1");
  await screen.findByText("3 lines were not understood");
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "hello – there is no host and port in it",
    "example.com – the port is missing, or is not between 1 and 65535",
    "ftp://a:b@c.com:1 – this protocol is not one of a proxy's: http, https, socks4, socks5",
  ]);
  expect(screen.queryByRole("region", { name: "Yours" })).toBeNull();
});

test("several strings are shown as a table, and those that request the same are copied once", async () => {
  await show();
  await paste(
    [
      "1.2.3.4:80:a:b",
      "1.2.3.5:80:a:b",
      "customer-a-cc-FR:p@pr.oxylabs.io:1",
      "x",
      "1.2.3.4:80:a:b",
    ].join("\n"),
  );
  const table = await screen.findByRole("table", { name: "Proxies and yours" });
  expect(within(table).getAllByRole("row")).toHaveLength(4);
  expect(within(table).getByText(`${row.account}-region-FR`)).toBeTruthy();
  expect(await within(table).findByText("no exit in France")).toBeTruthy();
  screen.getByText("They ask for 2 different things: that many of yours are enough.");
  screen.getByText("1 repeat was left out.");
  screen.getByText("1 line was not understood");
  const copied: string[] = [];
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  click("Copy");
  fireEvent.click(await screen.findByRole("menuitem", { name: "host:port:user:password" }));
  await waitFor(() =>
    expect(copied).toEqual([
      `127.0.0.1:7000:${row.account}:${row.password}\n127.0.0.1:7000:${row.account}-region-FR:${row.password}\n`,
    ]),
  );
});

test("without a sub-account the parts are explained, and a sub-account can be created", async () => {
  await show({ "/v1/availableSubUsers": () => ({ items: [] }) });
  await paste(oxylabs);
  await screen.findByText("No sub-account yet");
  expect(screen.queryByRole("region", { name: "Yours" })).toBeNull();
  expect(screen.getByRole("list", { name: "Parts and what they mean" })).toBeTruthy();
  click("New sub-account");
  expect(created).toEqual([oxylabs]);
});

test("a failed call is shown and can be retried", async () => {
  let fails = true;
  await show({
    "/v1/availableSubUsers": () =>
      fails ? new Refused(500, "Something went wrong", { reason: "internal" }) : { items: [row] },
  });
  await paste("1.2.3.4:80:a:b");
  const again = await screen.findByRole("button", { name: /again/i });
  fails = false;
  fireEvent.click(again);
  await yours();
});

test("an example shows the result, and one click clears the field", async () => {
  await show();
  await field();
  click("Try an example");
  await yours();
  click("Clear");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Yours" })).toBeNull());
});
